#include <immintrin.h>

#include "rtl_models/fast/engine/switch_kernel_lanes.h"

namespace flitscope::tl {

namespace {

/// For every set of four lanes: which bytes move the 32-bit values of its lanes to the front.
struct Compress {
    alignas(16) std::uint8_t bytes[16][16];

    constexpr Compress() : bytes() {
        for (unsigned mask = 0; mask < 16; ++mask) {
            unsigned to = 0;
            for (unsigned lane = 0; lane < 4; ++lane) {
                for (unsigned byte = 0; (mask >> lane & 1U) != 0 && byte < 4; ++byte) {
                    bytes[mask][to++] = static_cast<std::uint8_t>(4 * lane + byte);
                }
            }
        }
    }
};
constexpr Compress kCompress;

/// Four routers side by side; AVX2 and BMI2.
struct Avx2 {
    using Lanes = std::uint64_t __attribute__((vector_size(32)));
    using Mask = unsigned;
    static constexpr std::size_t kWidth = 4;
    static int few(std::uint32_t outputs) { return static_cast<int>(outputs / 4); }

    static Lanes load(const std::uint64_t* from) {
        return Lanes(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
    }
    static void store(std::uint64_t* to, Lanes x) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), __m256i(x));
    }
    static Mask nonzero(Lanes x) {
        const __m256i zero = _mm256_cmpeq_epi64(__m256i(x), _mm256_setzero_si256());
        return static_cast<unsigned>(_mm256_movemask_pd(__m256d(zero))) ^ 0xFU;
    }
    static Lanes select(Mask mask, Lanes a, Lanes b) {
        const __m256i lane_bits = _mm256_setr_epi64x(1, 2, 4, 8);
        const __m256i lanes =
            _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(mask), lane_bits), lane_bits);
        return Lanes(_mm256_blendv_epi8(__m256i(b), __m256i(a), lanes));
    }
    /// Bits below the set one, counted by nibbles.
    static Lanes lowest_bit(Lanes x) {
        const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0,
                                                1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
        const __m256i nibble = _mm256_set1_epi8(15);
        const auto below = __m256i(x - 1);
        const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(below, nibble));
        const __m256i high =
            _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi64(below, 4), nibble));
        return Lanes(_mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256()));
    }
    /// Number of the port that holds a bit.
    static Lanes port(const SwitchKernel& k, Lanes index) {
        const __m256i factor = _mm256_set1_epi64x(static_cast<long long>(k.port_factor));
        return Lanes(_mm256_mul_epu32(__m256i(index), factor)) >> 16;
    }
    static std::uint32_t* append(const SwitchKernel& k, std::size_t router, Lanes winner, Mask mask,
                                 std::uint32_t* grants) {
        const Lanes index = lowest_bit(winner);
        const auto local = __m256i(index - port(k, index));
        const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
        const __m128i narrow = _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(local, even));
        const __m128i first =
            _mm_loadu_si128(reinterpret_cast<const __m128i*>(k.first_input_vc + router));
        const __m128i order =
            _mm_load_si128(reinterpret_cast<const __m128i*>(kCompress.bytes[mask]));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(grants),
                         _mm_shuffle_epi8(_mm_add_epi32(narrow, first), order));
        return grants + _mm_popcnt_u32(mask);
    }
};

}  // namespace

std::size_t allocate_switch_avx2(const SwitchKernel& kernel, std::size_t first_block,
                                 std::size_t last_block, std::uint32_t* grants) {
    return allocate_switch<Avx2>(kernel, first_block, last_block, grants);
}

}  // namespace flitscope::tl
