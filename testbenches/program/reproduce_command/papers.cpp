#include "testbenches/program/reproduce_command/papers.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "testbenches/drive/campaign/worker_pool.h"
#include "testbenches/drive/configuration/config_reader.h"
#include "testbenches/drive/configuration/config_section.h"
#include "testbenches/program/reproduce_command/statement_reader.h"

namespace flitscope::tb {

namespace fs = std::filesystem;

namespace {

/// The texts before and after the number in a name, which is compared as a number.
std::tuple<std::string, int, std::string> place_of(const std::string& path) {
    const std::string name = fs::path(path).stem().string();
    const std::size_t digit = std::min(name.find_first_of("0123456789"), name.size());
    const std::size_t rest = std::min(name.find_first_not_of("0123456789", digit), name.size());
    const std::string number = name.substr(digit, std::min<std::size_t>(rest - digit, 6));
    return {name.substr(0, digit), number.empty() ? 0 : std::stoi(number), name.substr(rest)};
}

std::vector<std::pair<std::string, std::string>> read_words(ConfigSection& root) {
    std::vector<std::pair<std::string, std::string>> words;
    ConfigSection section = root.section("words");
    for (const ConfigNode& key : section.keys()) {
        std::string ours;
        section.text(key.scalar, ours);
        words.emplace_back(key.scalar, ours);
    }
    return words;
}

}  // namespace

std::string papers_folder() {
    const fs::path program = fs::path(this_program_path()).parent_path();
    const fs::path beside = program / "reproduce";  // a link to the sources
    return fs::is_directory(beside)
               ? fs::canonical(beside).string()
               : (program / FLITSCOPE_PAPERS_FROM_PROGRAM).lexically_normal().string();
}

PaperFile read_paper(const std::string& folder) {
    PaperFile paper;
    paper.name = fs::path(folder).filename().string();
    const std::string about = (fs::path(folder) / "paper.yaml").string();
    if (fs::exists(about)) {
        const ConfigNode tree = read_config_tree(about);
        ConfigSection root(&tree, {}, tree.position());
        for (const auto& [key, text] :
             {std::pair("title", &paper.title), std::pair("authors", &paper.authors),
              std::pair("source", &paper.source)}) {
            root.text(key, *text);
        }
        read_prose(root, "notes", paper.notes);
        paper.words = read_words(root);
        root.require("title", "the title of the paper");
        root.finish();
    }
    for (const auto& each : fs::directory_iterator(folder)) {
        if (each.path().extension() == ".yaml" && each.path().filename() != "paper.yaml") {
            paper.figures.push_back(each.path().string());
        }
    }
    std::sort(paper.figures.begin(), paper.figures.end(),
              [](const auto& a, const auto& b) { return place_of(a) < place_of(b); });
    return paper;
}

std::vector<PaperFile> read_papers(const std::string& folder) {
    if (!fs::is_directory(folder)) {
        throw ConfigError({{folder, 0},
                           "the folder of the papers is missing",
                           "a program with its folder, or the file of a figure"});
    }
    std::vector<PaperFile> papers;
    for (const auto& each : fs::directory_iterator(folder)) {
        if (each.is_directory()) {
            papers.push_back(read_paper(each.path().string()));
        }
    }
    std::sort(papers.begin(), papers.end(),
              [](const PaperFile& a, const PaperFile& b) { return a.name < b.name; });
    return papers;
}

}  // namespace flitscope::tb
