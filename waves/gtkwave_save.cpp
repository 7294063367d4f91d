#include "waves/gtkwave_save.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "waves/buffered_file.h"

namespace flitscope::waves {

namespace fs = std::filesystem;

namespace {

// Trace flags of GTKWave's save format, as it writes them itself.
constexpr const char* kBinary = "@28";               // right-justified, binary
constexpr const char* kDecimal = "@24";              // right-justified, decimal
constexpr const char* kSigned = "@420";              // right-justified, signed decimal
constexpr const char* kHexadecimal = "@22";          // right-justified, hexadecimal
constexpr const char* kTranslated = "@2024";         // decimal through a translate filter file
constexpr const char* kOpenGroup = "@800200";        // group begin
constexpr const char* kClosedGroup = "@c00200";      // group begin, closed
constexpr const char* kEndOpenGroup = "@1000200";    // group end
constexpr const char* kEndClosedGroup = "@1401200";  // group end, closed and collapsed

/// Zoom: 200 pixels per 2^12 picoseconds, wide enough for the texts of one cycle. The window shows
/// 17 cycles.
constexpr const char* kZoom = "*-12 ";
constexpr Cycle kCyclesBeforeMarker = 12;

std::string file_name(const std::string& path) { return fs::path(path).filename().string(); }

/// GTKWave's name of a signal: that of a vector has its range.
std::string ranged(const std::string& signal, int width) {
    return width == 1 ? signal : signal + '[' + std::to_string(width - 1) + ":0]";
}

}  // namespace

std::string dump_stem(const std::string& dump_path) {
    fs::path path = dump_path;
    const bool dump = path.extension() == ".vcd" || path.extension() == ".fst";
    return dump ? path.replace_extension().string() : dump_path;
}

std::string save_path_of(const std::string& dump_path) { return dump_stem(dump_path) + ".gtkw"; }

void GtkwaveSave::open_group(const std::string& title, Group state) {
    items_.push_back({state == Group::open ? kOpenGroup : kClosedGroup, '-' + title, {}});
    open_groups_.push_back(state);
}

void GtkwaveSave::close_group() {
    const Group state = open_groups_.back();
    open_groups_.pop_back();
    items_.push_back({state == Group::open ? kEndOpenGroup : kEndClosedGroup, "-group_end", {}});
}

void GtkwaveSave::add(const std::string& scope, const std::string& name, int width, Radix radix) {
    const char* const flags[] = {kBinary, kDecimal, kHexadecimal};
    add(flags[static_cast<std::size_t>(radix)], scope, name, width, {});
}
void GtkwaveSave::add(const std::string& scope, const std::string& name, int width,
                      const Translation& translation) {
    use(translation);
    add(kTranslated, scope, name, width, translation.name);
}

void GtkwaveSave::append(const GtkwaveSave& other) {
    for (const Translation& translation : other.translations_) {
        use(translation);
    }
    items_.insert(items_.end(), other.items_.begin(), other.items_.end());
}

void GtkwaveSave::use(const Translation& translation) {
    const auto known =
        std::find_if(translations_.begin(), translations_.end(),
                     [&](const Translation& t) { return t.name == translation.name; });
    if (known == translations_.end()) {
        translations_.push_back(translation);
    } else if (known->texts != translation.texts) {
        throw std::invalid_argument("GtkwaveSave: two translations named " + translation.name);
    }
}

void GtkwaveSave::add(const char* flags, const std::string& scope, const std::string& name,
                      int width, const std::string& translation_name) {
    items_.push_back({flags, ranged(scope + '.' + name, width), translation_name});
}

std::string GtkwaveSave::write_marked(const std::string& dump_path, Cycle marked) const {
    return write(dump_path, std::max<Cycle>(0, marked - kCyclesBeforeMarker),
                 marked * kPicosecondsPerCycle);
}

std::string GtkwaveSave::write(const std::string& dump_path, Cycle from,
                               std::int64_t marked_ps) const {
    const std::string stem = dump_stem(dump_path);
    for (const Translation& translation : translations_) {
        BufferedFile file(stem + '.' + translation.name + ".txt");
        for (std::size_t value = 0; value < translation.texts.size(); ++value) {
            if (!translation.texts[value].empty()) {
                file.put_decimal(static_cast<std::int64_t>(value));
                file.put(' ');
                file.put(translation.texts[value]);
                file.put('\n');
            }
        }
        file.close();
    }

    std::string path = save_path_of(dump_path);
    BufferedFile file(path);
    file.put("[*] Flitscope\n[dumpfile] \"" + file_name(dump_path) + "\"\n");
    // Without this line GTKWave looks for the filter files in the folder it was started in.
    file.put("[savefile] \"" + file_name(path) + "\"\n");
    file.put("[timestart] " + std::to_string(from * kPicosecondsPerCycle) + '\n');
    file.put(kZoom + std::to_string(marked_ps) + '\n');
    file.put("[size] 1400 900\n[pos] -1 -1\n[sst_width] 240\n[signals_width] 330\n");
    file.put(std::string(kSigned) + '\n' + ranged(kCycleSignal, kCycleBits) + '\n');
    for (const Item& item : items_) {
        file.put(item.flags + '\n');
        if (!item.translation_name.empty()) {
            const auto number = std::find_if(translations_.begin(), translations_.end(),
                                             [&](const Translation& t) {
                                                 return t.name == item.translation_name;
                                             }) -
                                translations_.begin() + 1;
            file.put('^' + std::to_string(number) + ' ' + file_name(stem) + '.' +
                     item.translation_name + ".txt\n");
        }
        file.put(item.text + '\n');
    }
    file.close();
    return path;
}

}  // namespace flitscope::waves
