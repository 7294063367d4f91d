#include "testbenches/program/reproduce_command/verdict_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace flitscope::tb {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* kHead = R"(# Validation

This page shows what the papers behind Flitscope say about their figures, and whether the simulator
and the models confirm it. The command [`flitscope reproduce`](reproduce.md) wrote it:

<!-- docs-test: not run, takes minutes -->

    flitscope reproduce --page docs/validation.md

[models.md](models.md) explains the analytical models, [coming_from_booksim.md](coming_from_booksim.md)
compares BookSim2, and [levels.md](levels.md) compares the levels with each other.

)";

/// A cell of a table.
std::string cell(std::string text) {
    for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
        text.insert(at, "\\");
    }
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string count_table(const std::vector<MadePaper>& papers) {
    std::string text =
        "| paper | statements | hold | hold with correction | do not hold | undecided | not judged "
        "|\n|---|---|---|---|---|---|---|\n";
    for (const MadePaper& paper : papers) {
        std::map<VerdictKind, int> count;
        int all = 0;
        for (const MadeFigure& figure : paper.figures) {
            for (const Verdict& each : figure.result.verdicts) {
                ++count[each.kind];
                ++all;
            }
        }
        text += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", cell(paper.file.authors), all,
                            count[VerdictKind::holds], count[VerdictKind::with_correction],
                            count[VerdictKind::does_not_hold], count[VerdictKind::undecided],
                            count[VerdictKind::not_judged]);
    }
    return text;
}

std::string statement_table(const MadeFigure& figure) {
    std::string text = "| the paper says | where | verdict | measured |\n|---|---|---|---|\n";
    for (std::size_t i = 0; i < figure.result.verdicts.size(); ++i) {
        const Statement& statement = figure.file.statements[i];
        const Verdict& verdict = figure.result.verdicts[i];
        std::string kind = name_of(verdict.kind);
        if (verdict.kind == VerdictKind::with_correction) {
            kind += ": " + statement.correction;
        } else if (is_explained(statement, verdict)) {
            kind += ": " + statement.because;
        }
        text += fmt::format("| {} | {} | {} | {} |\n", cell(statement.text), cell(statement.page),
                            cell(kind), cell(summary(verdict)));
    }
    return text + "\n";
}

/// The words of a paper beside our keys.
std::string word_table(const PaperFile& paper) {
    std::string text = "| the paper's word | our key |\n|---|---|\n";
    for (const auto& [word, key] : paper.words) {
        text += fmt::format("| {} | {} |\n", cell(word), cell(key));
    }
    return paper.words.empty() ? "" : text + "\n";
}

/// The values of some curves with the same x.
std::string value_table(const MadeFigure& figure, const std::vector<CurveSource>& curves) {
    std::set<double> all_x;
    std::string head = "| " + cell(curves.front().x.label), line = "|---";
    for (const CurveSource& each : curves) {
        head += " | " + cell(each.label);
        line += "|---";
        for (const CurvePoint& point : figure.result.curves.at(each.name).points) {
            all_x.insert(point.x);
        }
    }
    std::string text = head + " |\n" + line + "|\n";
    for (const double x : all_x) {
        text += fmt::format("| {:.6g}", x);
        for (const CurveSource& each : curves) {
            const auto& points = figure.result.curves.at(each.name).points;
            const auto found = std::find_if(points.begin(), points.end(),
                                            [&](const CurvePoint& point) { return point.x == x; });
            text += found == points.end()  ? " | "
                    : std::isinf(found->y) ? " | saturated"
                                           : fmt::format(" | {:.4g}", found->y);
            if (found != points.end() && std::isfinite(found->error)) {
                text += fmt::format(" +- {:.2g}", found->error);
            }
            text += found != points.end() && found->undecided ? " (undecided)" : "";
        }
        text += " |\n";
    }
    return text + "\n";
}

/// A table for each panel of the picture.
std::string value_tables(const MadeFigure& figure) {
    std::vector<std::string> panels;
    std::map<std::string, std::vector<CurveSource>> drawn;
    for (const CurveSource& each : figure.file.curves) {
        if (!each.hidden && drawn[each.panel].empty()) {
            panels.push_back(each.panel);
        }
        if (!each.hidden) {
            drawn[each.panel].push_back(each);
        }
    }
    std::string text;
    for (const std::string& panel : panels) {
        text += (panel.empty() ? "" : panel + ":\n\n") + value_table(figure, drawn[panel]);
    }
    return text;
}

std::string figure_text(const MadeFigure& figure) {
    const FigureFile& file = figure.file;
    std::string text = fmt::format("### {}: {}\n\n", file.source, file.title);
    text += file.notes.empty() ? "" : file.notes + "\n\n";
    text += fmt::format("![{}](images/{}.svg)\n\n", file.title, picture_name(file));
    text += figure.result.verdicts.empty() ? "" : statement_table(figure);
    text += file.table ? value_tables(figure) : "";
    for (const std::string& each : figure.result.failures) {
        text += "* failed: " + each + "\n";
    }
    return text + (figure.result.failures.empty() ? "" : "\n");
}

}  // namespace

std::string picture_name(const FigureFile& figure) {
    return "reproduce/" + figure.paper + "_" + figure.figure;
}

std::string verdict_page(const std::vector<MadePaper>& papers) {
    std::string text = kHead + count_table(papers);
    for (const MadePaper& paper : papers) {
        const PaperFile& file = paper.file;
        text +=
            fmt::format("\n## {}\n\n{}. {}{}\n\n", file.authors.empty() ? file.name : file.authors,
                        file.title, file.source, file.source.empty() ? "" : ".");
        text += file.notes.empty() ? "" : file.notes + "\n\n";
        text += word_table(file);
        std::string left_out;
        for (const MadeFigure& each : paper.figures) {
            if (each.file.not_reproducible.empty()) {
                text += figure_text(each);
            } else {
                left_out += fmt::format("| {}: {} | {} |\n", cell(each.file.source),
                                        cell(each.file.title), cell(each.file.not_reproducible));
            }
        }
        text += left_out.empty() ? "" : "| not reproduced | why |\n|---|---|\n" + left_out + "\n";
    }
    return text.substr(0, text.find_last_not_of('\n') + 1) + "\n";
}

Json figure_json(const MadeFigure& figure) {
    Json json = {{"paper", figure.file.paper},
                 {"figure", figure.file.figure},
                 {"title", figure.file.title},
                 {"source", figure.file.source},
                 {"failures", figure.result.failures},
                 {"statements", Json::array()},
                 {"curves", Json::object()}};
    for (std::size_t i = 0; i < figure.result.verdicts.size(); ++i) {
        const Statement& statement = figure.file.statements[i];
        const Verdict& verdict = figure.result.verdicts[i];
        Json findings = Json::array();
        for (const Finding& each : verdict.findings) {
            findings.push_back({{"met", each.met},
                                {"undecided", each.undecided},
                                {"measured", each.measured},
                                {"wanted", each.wanted},
                                {"off", each.off}});
        }
        json["statements"].push_back({{"text", statement.text},
                                      {"page", statement.page},
                                      {"verdict", key_of(verdict.kind)},
                                      {"correction", statement.correction},
                                      {"because", statement.because},
                                      {"tests", std::move(findings)}});
    }
    for (const auto& [name, curve] : figure.result.curves) {
        Json points = Json::array();
        for (const CurvePoint& each : curve.points) {
            const auto number = [](double value) {
                return std::isfinite(value) ? Json(value) : Json();
            };
            points.push_back({{"x", each.x},
                              {"y", number(each.y)},
                              {"half_width", number(each.error)},
                              {"saturated", each.beyond},
                              {"undecided", each.undecided}});
        }
        json["curves"][name] = std::move(points);
    }
    return json;
}

}  // namespace flitscope::tb
