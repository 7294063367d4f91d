#pragma once

#include <string>
#include <vector>

#include "testbenches/program/reproduce_command/figure_run.h"
#include "testbenches/program/reproduce_command/papers.h"

namespace flitscope::tb {

/// A figure, and its outcome where it was made.
struct MadeFigure {
    FigureFile file;
    FigureResult result;
};

struct MadePaper {
    PaperFile file;
    std::vector<MadeFigure> figures;
};

/// The name of a picture of the page in its folder images/, without the ending; its data, .csv, lie
/// beside it.
std::string picture_name(const FigureFile& figure);

/// The page in Markdown: per paper a table of statements, with verdicts and pictures.
std::string verdict_page(const std::vector<MadePaper>& papers);

/// {"paper", "figure", "title", "source", "failures", "statements": [...], "curves": {...}}.
nlohmann::ordered_json figure_json(const MadeFigure& figure);

}  // namespace flitscope::tb
