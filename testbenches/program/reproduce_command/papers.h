#pragma once

#include <string>
#include <utility>
#include <vector>

namespace flitscope::tb {

/// A paper and the files of its figures, in the order of their numbers.
struct PaperFile {
    std::string name;  ///< of its folder
    std::string title, authors, source, notes;
    std::vector<std::pair<std::string, std::string>> words;  ///< of the paper, and our keys
    std::vector<std::string> figures;                        ///< paths
};

/// The folder of the papers: next to the program in a build tree, or installed.
std::string papers_folder();

/// All papers in `folder`. Throws ConfigError.
std::vector<PaperFile> read_papers(const std::string& folder);

/// The paper in this folder; only its name if it has no paper.yaml. Throws ConfigError.
PaperFile read_paper(const std::string& folder);

}  // namespace flitscope::tb
