#include "testbenches/program/plot/gnuplot_plot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "common/atomic_file.h"

namespace flitscope::tb {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Plot example() {
    Plot plot;
    plot.title = "it's a 'title'";
    plot.x_label = "load (flits/node/cycle)";
    plot.y_label = "latency (cycles)";
    plot.series = {{"model", {0, 0.1, 0.2}, {10, 12, NAN}},
                   {"simulated", {0, 0.1}, {10.5, 12.5}, {0.1, 0.2}, PlotStyle::points}};
    return plot;
}

std::string content_of(const std::string& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(GnuplotPlot, WritesSvgWithLabelsAndLegend) {
    const std::string file = ::testing::TempDir() + "gnuplot_plot_test_it's.svg";
    write_plot(example(), file);
    const std::string svg = content_of(file);
    EXPECT_THAT(svg, HasSubstr("<svg"));
    EXPECT_THAT(svg, HasSubstr("</svg>"));
    EXPECT_THAT(svg, HasSubstr("latency (cycles)"));
    EXPECT_THAT(svg, HasSubstr("load (flits/node/cycle)"));
    EXPECT_THAT(svg, HasSubstr("simulated"));
    std::remove(file.c_str());
}

TEST(GnuplotPlot, WritesPngByExtension) {
    const std::string file = ::testing::TempDir() + "gnuplot_plot_test.png";
    write_plot(example(), file);
    EXPECT_EQ(content_of(file).substr(1, 3), "PNG");
    std::remove(file.c_str());
}

TEST(GnuplotPlot, CurvesDifferInColourDashesAndHollowSymbol) {
    Plot plot = example();
    plot.series[1].style = PlotStyle::lines_and_points;
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("linespoints dashtype solid linewidth 2.6 pointtype 6 "
                                  "pointsize 1.3 linecolor rgb '#0072b2'"));
    EXPECT_THAT(script, HasSubstr("linespoints dashtype (12,6) linewidth 2.34 pointtype 4 "
                                  "pointsize 1.17 linecolor rgb '#d55e00'"));
    EXPECT_THAT(script, HasSubstr("yerrorbars linecolor rgb '#d55e00'")) << "whole, not dashed";
}

TEST(GnuplotPlot, DrawsPointsThatLieOnEachOtherAroundEachOther) {
    Plot plot = example();
    plot.series = {{"a", {1}, {10}, {}, PlotStyle::points},
                   {"b", {2}, {20}, {}, PlotStyle::points},
                   {"c", {1.001}, {10.01}, {}, PlotStyle::points},
                   {"d", {1}, {19}, {}, PlotStyle::points}};
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("pointtype 6 pointsize 1.8 ")) << "a, around c";
    EXPECT_THAT(script, HasSubstr("pointtype 4 pointsize 1.17 ")) << "b";
    EXPECT_THAT(script, HasSubstr("pointtype 8 pointsize 1.04 ")) << "c";
    EXPECT_THAT(script, HasSubstr("pointtype 12 pointsize 0.91 ")) << "d: at the place of a in x";
}

TEST(GnuplotPlot, MarksSaturationOnTheAxisInTheColourOfTheCurve) {
    Plot plot = example();
    plot.series[0].saturation = 0.3;
    plot.series[1].saturation = 0.301;
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("set arrow from first 0.3, graph 0 to first 0.3, graph 0.05 "
                                  "nohead front linewidth 5 linecolor rgb '#0072b2'\n"));
    EXPECT_THAT(script, HasSubstr("from first 0.301, graph 0.05 to first 0.301, graph 0.1 "))
        << "above the other";
    EXPECT_THAT(script, HasSubstr("(flits/node/cycle)'.\"\\n\".'bar on the axis: largest "));
    EXPECT_THAT(script, HasSubstr("set xrange [0:0.31605]\n"));
    EXPECT_THAT(gnuplot_script(example(), "a.svg"), Not(HasSubstr("set arrow from")));
}

TEST(GnuplotPlot, GivesPointsAndTheLineOfTheirModelOneColour) {
    Plot plot = example();
    plot.series[0].colour_of = plot.series[1].colour_of = "mesh";
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("pointtype 4 pointsize 1.17 linecolor rgb '#0072b2'"))
        << "the colour of the first curve, the look of the second";
    EXPECT_THAT(script, Not(HasSubstr("#d55e00")));
}

TEST(GnuplotPlot, MarksUndecidedPoints) {
    Plot plot = example();
    plot.series[1].undecided = {0};
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("set label '?' at first "));
    EXPECT_THAT(script, HasSubstr("front textcolor rgb '#d55e00'\n"));
    EXPECT_THAT(script, HasSubstr(".\"\\n\".'?: the run is undecided'"));
    EXPECT_THAT(gnuplot_script(example(), "a.svg"), Not(HasSubstr("set label '?")));
}

TEST(GnuplotPlot, DrawsThreePanelsInARowAndLogarithmicAxes) {
    Plot plot = example();
    for (int i = 2; i < 4; ++i) {
        plot.series.push_back(plot.series[0]);
    }
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
        plot.series[i].panel = "panel " + std::to_string(i);
    }
    plot.logarithmic_x = true;
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("size 1680,1000"));
    EXPECT_THAT(script, HasSubstr("set multiplot layout 2,3"));
    EXPECT_THAT(script, HasSubstr("set logscale x\n"));
    EXPECT_THAT(script, HasSubstr("set xtics ('"));
}

TEST(GnuplotPlot, DrawsPanelsSideBySideEachWithItsOwnLooks) {
    Plot plot = example();
    plot.series[0].panel = "a mesh";
    plot.series[1].panel = "a cube";
    plot.series[1].x_label = "rate";
    plot.series[1].y_label = "delay";
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("size 1120,500"));
    EXPECT_THAT(script, HasSubstr("set multiplot layout 1,2 title 'it''s a ''title'''"));
    EXPECT_THAT(script, HasSubstr("set title 'a mesh' noenhanced\nset xrange [0:"));
    EXPECT_THAT(script, HasSubstr("set title 'a cube' noenhanced\nset xrange [0:"));
    EXPECT_EQ(script.find("set xlabel 'rate'"), script.rfind("set xlabel "));
    EXPECT_EQ(script.find("set ylabel 'delay'"), script.rfind("set ylabel "));
    EXPECT_LT(script.find("set xlabel 'load"), script.find("set title 'a cube'"));
    EXPECT_THAT(script, Not(HasSubstr("dashtype (12,6)")));
    const std::string file = ::testing::TempDir() + "gnuplot_plot_test_panels.svg";
    write_plot(plot, file);
    const std::string svg = content_of(file);
    EXPECT_THAT(svg, HasSubstr("a mesh"));
    EXPECT_THAT(svg, HasSubstr("a cube"));
    std::remove(file.c_str());
    EXPECT_THAT(gnuplot_script(example(), "a.svg"), Not(HasSubstr("multiplot")));
}

TEST(GnuplotPlot, IsHigherWithALegendOfManyLines) {
    Plot plot = example();
    plot.series.resize(10, plot.series[0]);
    EXPECT_THAT(gnuplot_script(plot, "a.svg"), HasSubstr("size 800,620"));
    EXPECT_THAT(gnuplot_script(plot, "a.png"), HasSubstr("size 1200,930"));
}

TEST(GnuplotPlot, HasAGridBetweenTheLabelsOfALogarithmicAxis) {
    Plot plot = example();
    plot.logarithmic_y = true;
    plot.series[0].y = {10, 500, NAN};
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("'10' 10 0, '20' 20 0, '' 30 1, '' 40 1, '50' 50 0, '' 60 1"));
    EXPECT_THAT(script, HasSubstr("set grid xtics ytics mytics "));
}

TEST(GnuplotPlot, HasAGridOfWholeLines) {
    Plot plot = example();
    plot.logarithmic_y = true;
    const std::string file = ::testing::TempDir() + "gnuplot_plot_test_grid.svg";
    write_plot(plot, file);
    std::ifstream svg(file);
    int lines = 0;
    for (std::string line; std::getline(svg, line);) {
        if (line.find("class=\"gridline\"") != std::string::npos) {
            ++lines;
            EXPECT_THAT(line, Not(HasSubstr("dasharray"))) << "dots that nobody sees";
        }
    }
    EXPECT_GT(lines, 3);
    std::remove(file.c_str());
}

TEST(GnuplotPlot, LabelsDecadesOnlyWhereThereAreMany) {
    Plot plot = example();
    plot.logarithmic_y = true;
    plot.series[0].y = {0, 12, 300000};  // nothing of 0 can be drawn
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("(''"));
    EXPECT_THAT(script, HasSubstr("'100' 100 0, '' 200 1"));
    const std::string file = ::testing::TempDir() + "gnuplot_plot_test_decades.svg";
    write_plot(plot, file);
    for (const char* label : {">100<", ">1000<", ">10000<"}) {
        EXPECT_THAT(content_of(file), HasSubstr(label));
    }
    std::remove(file.c_str());
}

TEST(GnuplotPlot, LeavesOutPointsThatAreNoNumbers) {
    EXPECT_THAT(gnuplot_script(example(), "a.svg"), Not(HasSubstr("nan")));
}

TEST(GnuplotPlot, LeavesOutSeriesWithoutPoints) {
    Plot plot = example();
    plot.series.push_back({"saturated", {0.1, 0.2}, {NAN, NAN}});
    EXPECT_THAT(gnuplot_script(plot, "a.svg"), Not(HasSubstr("saturated")));
}

TEST(GnuplotPlot, RefusesWhatItCannotDraw) {
    EXPECT_THROW(gnuplot_script(example(), "a.pdf"), std::invalid_argument);
    Plot plot = example();
    plot.series[0].y.pop_back();
    EXPECT_THROW(gnuplot_script(plot, "a.svg"), std::invalid_argument);
    plot.series.clear();
    EXPECT_THROW(gnuplot_script(plot, "a.svg"), std::invalid_argument);
    EXPECT_THROW(write_plot(example(), "/nonexistent/folder/a.svg"), OutputError);
}

TEST(GnuplotPlot, NamesNoFileToGnuplot) {
    EXPECT_THAT(gnuplot_script(example(), "|touch pwned #.svg"), Not(HasSubstr("pwned")));
}

TEST(GnuplotPlot, SaysWhichPackageIsMissing) {
    const std::string file = ::testing::TempDir() + "gnuplot_plot_test_missing.svg";
    const std::string path = std::getenv("PATH");
    setenv("PATH", "/nonexistent", 1);
    std::string message;
    try {
        write_plot(example(), file);
    } catch (const PlotError& error) {
        message = error.what();
    }
    setenv("PATH", path.c_str(), 1);
    EXPECT_THAT(message, HasSubstr("gnuplot-nox"));
    EXPECT_TRUE(content_of(file).empty());
}

}  // namespace
}  // namespace flitscope::tb
