#include <immintrin.h>

#include "rtl_models/fast/engine/switch_kernel_lanes.h"

namespace flitscope::tl {

namespace {

/// Eight routers side by side; AVX-512 F, CD and VL, and BMI2.
struct Avx512 {
    using Lanes = std::uint64_t __attribute__((vector_size(64)));
    using Mask = __mmask8;
    static constexpr std::size_t kWidth = 8;
    static int few(std::uint32_t outputs) {
        return outputs < 8 ? 0 : static_cast<int>(outputs / 3);
    }

    static Lanes load(const std::uint64_t* from) { return Lanes(_mm512_loadu_si512(from)); }
    static void store(std::uint64_t* to, Lanes x) { _mm512_storeu_si512(to, __m512i(x)); }
    static Mask nonzero(Lanes x) { return _mm512_test_epi64_mask(__m512i(x), __m512i(x)); }
    static Lanes select(Mask mask, Lanes a, Lanes b) {
        return Lanes(_mm512_mask_mov_epi64(__m512i(b), mask, __m512i(a)));
    }
    static Lanes lowest_bit(Lanes x) { return 63 - Lanes(_mm512_lzcnt_epi64(__m512i(x))); }

    /// Number of the port that holds a bit.
    static Lanes port(const SwitchKernel& k, Lanes index) {
        const __m512i factor = _mm512_set1_epi64(static_cast<long long>(k.port_factor));
        return Lanes(_mm512_mul_epu32(__m512i(index), factor)) >> 16;
    }
    static std::uint32_t* append(const SwitchKernel& k, std::size_t router, Lanes winner, Mask mask,
                                 std::uint32_t* grants) {
        const Lanes index = lowest_bit(winner);
        const auto first = Lanes(_mm512_cvtepu32_epi64(
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(k.first_input_vc + router))));
        const Lanes ids = first + index - port(k, index);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(grants),
                            _mm256_maskz_compress_epi32(mask, _mm512_cvtepi64_epi32(__m512i(ids))));
        return grants + _mm_popcnt_u32(mask);
    }
};

}  // namespace

std::size_t allocate_switch_avx512(const SwitchKernel& kernel, std::size_t first_block,
                                   std::size_t last_block, std::uint32_t* grants) {
    return allocate_switch<Avx512>(kernel, first_block, last_block, grants);
}

}  // namespace flitscope::tl
