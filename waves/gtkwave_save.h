#pragma once

#include <string>
#include <vector>

#include "waves/vcd_writer.h"

namespace flitscope::waves {

/// A GTKWave translate filter file: value (decimal) and the text shown for it, a line each.
struct Translation {
    std::string name;                ///< of the file: <dump>.<name>.txt
    std::vector<std::string> texts;  ///< by value; an empty one is left out
};

/// Collects a view of a dump and writes it as a GTKWave save file, with the translate filter files
/// it refers to. All names in it are relative to the save file's folder, so the folder can be moved
/// or packed.
class GtkwaveSave {
public:
    enum class Group { open, closed };
    enum class Radix { binary, decimal, hexadecimal };

    bool empty() const { return items_.empty(); }
    void open_group(const std::string& title, Group state);
    void close_group();
    void add(const std::string& scope, const std::string& name, int width,
             Radix radix = Radix::binary);
    /// Shown as text. Translations of equal name share one file and must be equal.
    void add(const std::string& scope, const std::string& name, int width,
             const Translation& translation);

    /// Appends the content of the other view.
    void append(const GtkwaveSave& other);

    /// Writes `<dump_stem>.gtkw` and its filter files next to the dump. The first row is the number
    /// of the cycle (vcd_writer.h). The view opens `from` cycles after time 0. Throws
    /// std::runtime_error naming the file that cannot be written. Returns the save file's path.
    std::string write(const std::string& dump_path, Cycle from) const {
        return write(dump_path, from, -1);
    }
    /// The same with the marker `marked` cycles after time 0. The view opens a few cycles before,
    /// so that the marked cycle is visible.
    std::string write_marked(const std::string& dump_path, Cycle marked) const;

private:
    struct Item {
        std::string flags;
        std::string text;              ///< signal, or title with its leading '-'
        std::string translation_name;  ///< empty: none
    };
    std::string write(const std::string& dump_path, Cycle from, std::int64_t marked_ps) const;
    void use(const Translation& translation);
    void add(const char* flags, const std::string& scope, const std::string& name, int width,
             const std::string& translation_name);

    std::vector<Item> items_;
    std::vector<Group> open_groups_;
    std::vector<Translation> translations_;
};

/// A dump's path without ".vcd" or ".fst".
std::string dump_stem(const std::string& dump_path);
/// The save file's path for a dump: its stem followed by ".gtkw".
std::string save_path_of(const std::string& dump_path);

}  // namespace flitscope::waves
