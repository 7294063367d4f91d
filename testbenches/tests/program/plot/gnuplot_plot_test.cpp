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

TEST(GnuplotPlot, CurvesDifferWithoutColour) {
    Plot plot = example();
    plot.series[1].style = PlotStyle::lines_and_points;
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("dashtype 1"));
    EXPECT_THAT(script, HasSubstr("dashtype 2"));
    EXPECT_THAT(script, HasSubstr("pointtype 7"));
    EXPECT_THAT(script, HasSubstr("pointtype 5"));
    EXPECT_THAT(script, HasSubstr("yerrorlines"));
}

TEST(GnuplotPlot, DrawsPanelsSideBySideEachWithItsOwnLooks) {
    Plot plot = example();
    plot.series[0].panel = "a mesh";
    plot.series[1].panel = "a cube";
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("size 1200,560"));
    EXPECT_THAT(script, HasSubstr("set multiplot layout 1,2 title 'it''s a ''title'''"));
    EXPECT_THAT(script, HasSubstr("set title 'a mesh' noenhanced\nplot $series0"));
    EXPECT_THAT(script, HasSubstr("set title 'a cube' noenhanced\nplot $series1"));
    EXPECT_THAT(script, Not(HasSubstr("dashtype 2")));
    const std::string file = ::testing::TempDir() + "gnuplot_plot_test_panels.svg";
    write_plot(plot, file);
    const std::string svg = content_of(file);
    EXPECT_THAT(svg, HasSubstr("a mesh"));
    EXPECT_THAT(svg, HasSubstr("a cube"));
    std::remove(file.c_str());
    EXPECT_THAT(gnuplot_script(example(), "a.svg"), Not(HasSubstr("multiplot")));
}

TEST(GnuplotPlot, HasAGridBetweenTheLabelsOfALogarithmicAxis) {
    Plot plot = example();
    plot.logarithmic_y = true;
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

TEST(GnuplotPlot, ALogarithmicAxisEndsAtOneTwoOrFiveAroundEveryBarOfItsPanel) {
    Plot plot = example();
    plot.logarithmic_y = true;
    EXPECT_THAT(gnuplot_script(plot, "a.svg"), HasSubstr("set yrange [10*0.999999:20*1.000001]\n"));
    plot.series[1].error = {0.6, 0.2};  // 10.5 - 0.6
    EXPECT_THAT(gnuplot_script(plot, "a.svg"), HasSubstr("set yrange [5*0.999999:20*1.000001]\n"));
    plot.series[0].panel = "another";
    EXPECT_THAT(gnuplot_script(plot, "a.svg"), HasSubstr("set yrange [10*0.999999:20*1.000001]\n"));
    EXPECT_THAT(gnuplot_script(plot, "a.svg"), HasSubstr("set yrange [5*0.999999:20*1.000001]\n"));
}

TEST(GnuplotPlot, LabelsDecadesOnlyWhereThereAreMany) {
    Plot plot = example();
    plot.logarithmic_y = true;
    plot.series[0].y = {0, 12, 300000};  // nothing of 0 can be drawn
    const std::string script = gnuplot_script(plot, "a.svg");
    EXPECT_THAT(script, HasSubstr("set yrange [10*0.999999:500000*1.000001]\n"));
    EXPECT_THAT(script, HasSubstr("'10' 10 0, '' 20 1"));
    const std::string file = ::testing::TempDir() + "gnuplot_plot_test_decades.svg";
    write_plot(plot, file);
    for (const char* label : {">10<", ">100<", ">1000<", ">10000<"}) {
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
