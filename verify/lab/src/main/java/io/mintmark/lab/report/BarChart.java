package io.mintmark.lab.report;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A chart of horizontal bars on one linear scale from zero, none of them cut, as SVG for light and dark pages.
 *
 * @param title what is shown, for those who do not see it
 * @param heading the unit, and which direction is good
 * @param conditions what the upper and the lower bar of each subject are
 * @param footer lines on machine, version and day
 */
record BarChart(String title, String heading, String conditions, List<Bars> subjects, List<String> footer) {
    private static final int WIDTH = 720;
    private static final int TOP = 66;
    private static final int PITCH = 40;
    private static final int BAR = 14;
    private static final int ORIGIN = 250;
    private static final int LONGEST = 390;
    private static final int GAP = 6;

    /** Every colour of a text has a contrast of 4.5 to the page, every colour of a bar one of 3. */
    private static final String STYLE = """
              <style>
                text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-size: 13px; fill: #1f2328 }
                .head { font-size: 14px; font-weight: 600 }
                .name { text-anchor: end }
                .ours { fill: #0550ae; font-weight: 600 }
                .soft { fill: #59636e; font-size: 12px }
                .value { font-size: 12px }
                .bar-ours { fill: #0969da }
                .bar-ours-lower { fill: #4493f8 }
                .bar-peer { fill: #6e7781 }
                .bar-peer-lower { fill: #8c959f }
                @media (prefers-color-scheme: dark) {
                  text { fill: #e6edf3 }
                  .ours { fill: #79c0ff }
                  .soft { fill: #a5acb5 }
                  .bar-ours { fill: #4493f8 }
                  .bar-ours-lower { fill: #1f6feb }
                  .bar-peer { fill: #8b949e }
                  .bar-peer-lower { fill: #656c76 }
                }
              </style>
            """;

    /**
     * One subject: two bars, the figures of two conditions.
     *
     * @param label what was measured
     * @param note what it keeps or does, in a few words
     * @param ours whether the bars are drawn in the colour of our own
     */
    record Bars(String label, String note, boolean ours, Figure upper, Figure lower) {
        double longest() {
            return Math.max(upper.value(), lower.value());
        }
    }

    String svg() {
        int below = TOP + subjects.size() * PITCH;
        int height = below + 16 * footer.size() + 8;
        StringBuilder svg = new StringBuilder("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + WIDTH
                + "\" height=\"" + height + "\" viewBox=\"0 0 " + WIDTH + " " + height
                + "\" role=\"img\" aria-labelledby=\"title desc\">\n");
        svg.append("  <title id=\"title\">").append(escaped(title)).append("</title>\n");
        svg.append("  <desc id=\"desc\">").append(escaped(description())).append("</desc>\n");
        svg.append(STYLE);
        text(svg, "head", 10, 24, heading);
        text(svg, "soft", 10, 44, conditions);
        for (int i = 0; i < subjects.size(); i++) {
            draw(svg, subjects.get(i), TOP + i * PITCH);
        }
        for (int i = 0; i < footer.size(); i++) {
            text(svg, "soft", 10, below + 12 + 16 * i, footer.get(i));
        }
        return svg.append("</svg>\n").toString();
    }

    private String description() {
        String figures = subjects.stream()
                .map(bars -> bars.label() + ": " + bars.upper().text() + " and "
                        + bars.lower().text())
                .collect(Collectors.joining("; "));
        return heading + ". " + conditions + ". " + figures + ".";
    }

    private void draw(StringBuilder svg, Bars bars, int y) {
        text(svg, bars.ours() ? "name ours" : "name", ORIGIN - 10, y + 12, bars.label());
        text(svg, "name soft", ORIGIN - 10, y + 27, bars.note());
        String colour = bars.ours() ? "bar-ours" : "bar-peer";
        bar(svg, colour, y, bars.upper());
        bar(svg, colour + "-lower", y + BAR + 1, bars.lower());
    }

    private void bar(StringBuilder svg, String colour, int y, Figure figure) {
        double longest = subjects.stream().mapToDouble(Bars::longest).max().orElseThrow();
        long width = Math.max(1, Math.round(figure.value() * LONGEST / longest));
        svg.append("  <rect class=\"" + colour + "\" x=\"" + ORIGIN + "\" y=\"" + y + "\" width=\"" + width
                + "\" height=\"" + BAR + "\"/>\n");
        text(svg, "value", ORIGIN + width + GAP, y + 11, figure.text());
    }

    private static void text(StringBuilder svg, String style, long x, int y, String text) {
        svg.append("  <text class=\"" + style + "\" x=\"" + x + "\" y=\"" + y + "\">" + escaped(text) + "</text>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
