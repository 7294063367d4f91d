#include "testbenches/program/sweep_command/sqlite_file.h"

#include <sqlite3.h>

#include <filesystem>
#include <memory>

#include "common/atomic_file.h"

namespace flitscope::tb {

namespace {

/// A database that is written once: nothing needs a journal, the whole file is thrown away when
/// something fails.
class Database {
public:
    Database(const std::string& file, std::string shown) : shown_(std::move(shown)) {
        const int opened =
            sqlite3_open_v2(file.c_str(), &database_, SQLITE_OPEN_READWRITE, nullptr);
        if (opened != SQLITE_OK) {
            const std::string why = sqlite3_errstr(opened);
            sqlite3_close(database_);
            throw OutputError(shown_ + ": cannot be written: " + why);
        }
        execute("PRAGMA journal_mode = OFF");
        execute("PRAGMA synchronous = OFF");  // AtomicFile does that
        std::int32_t id = 0;
        for (const char each : kDatabaseMark) {
            id = id * 256 + each;
        }
        execute("PRAGMA application_id = " + std::to_string(id));
    }
    ~Database() { sqlite3_close(database_); }
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    void execute(const std::string& statement) {
        check(sqlite3_exec(database_, statement.c_str(), nullptr, nullptr, nullptr));
    }
    void check(int result) const {
        if (result != SQLITE_OK && result != SQLITE_DONE && result != SQLITE_ROW) {
            throw OutputError(shown_ + ": cannot be written: " + sqlite3_errmsg(database_));
        }
    }
    sqlite3* get() const { return database_; }

private:
    sqlite3* database_ = nullptr;
    std::string shown_;
};

int bind(sqlite3_stmt* statement, int at, const nlohmann::json& value) {
    if (value.is_null()) {
        return sqlite3_bind_null(statement, at);
    }
    if (value.is_boolean()) {
        return sqlite3_bind_int(statement, at, value.get<bool>() ? 1 : 0);
    }
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) {
        const std::string digits = value.dump();  // seeds: no integer of SQLite holds them
        return sqlite3_bind_text(statement, at, digits.data(), static_cast<int>(digits.size()),
                                 SQLITE_TRANSIENT);
    }
    if (value.is_number_integer()) {
        return sqlite3_bind_int64(statement, at, value.get<std::int64_t>());
    }
    if (value.is_number()) {
        return sqlite3_bind_double(statement, at, value.get<double>());
    }
    const auto& text = value.get_ref<const std::string&>();
    return sqlite3_bind_text(statement, at, text.data(), static_cast<int>(text.size()),
                             SQLITE_STATIC);
}

void write_table(Database& database, const std::string& name, const ResultsTable& table) {
    std::string columns;
    std::string places;
    for (const std::string& each : table.columns()) {
        columns += (columns.empty() ? "" : ", ") + quoted(each);
        places += places.empty() ? "?" : ", ?";
    }
    database.execute("CREATE TABLE " + name + " (" + columns + ")");
    sqlite3_stmt* raw = nullptr;
    const std::string insert = "INSERT INTO " + name + " VALUES (" + places + ")";
    database.check(sqlite3_prepare_v2(database.get(), insert.c_str(), -1, &raw, nullptr));
    const std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)> statement(raw,
                                                                               sqlite3_finalize);
    database.execute("BEGIN");
    const std::size_t count = table.columns().size();
    for (std::size_t row = 0; row < table.rows(); ++row) {
        for (std::size_t column = 0; column < count; ++column) {
            database.check(bind(raw, static_cast<int>(column) + 1, table.cell(row, column)));
        }
        database.check(sqlite3_step(raw));
        database.check(sqlite3_reset(raw));
    }
    database.execute("COMMIT");
}

}  // namespace

void write_sqlite(const std::string& path, const std::map<std::string, ResultsTable>& tables) {
    std::error_code none;
    if (std::filesystem::is_other(path, none)) {
        throw OutputError(path + ": cannot be written: a database is no stream of bytes");
    }
    AtomicFile file(path);
    {
        Database database(file.written_to(), path);
        for (const auto& [name, table] : tables) {
            write_table(database, name, table);
        }
    }
    file.commit();
}

}  // namespace flitscope::tb
