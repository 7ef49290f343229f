package io.mintmark.lab.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The colours of a picture's style on light and on dark pages. By convention of these pictures a selector has one class;
 * rectangles below texts have classes that begin with {@code box}, bars with {@code bar}.
 */
record PictureColours(Map<String, String> light, Map<String, String> dark) {
    private static final String DARK = "@media (prefers-color-scheme: dark) {";
    private static final Pattern COLOURED =
            Pattern.compile("([.\\w-]+) \\{[^}]*?(fill|stroke): (#[0-9a-f]{6})(?:[^}]*?(stroke): (#[0-9a-f]{6}))?");

    /** The page of GitHub, and for dark the lighter one of other programs, too. */
    private static final List<String> LIGHT_PAGES = List.of("#ffffff");

    private static final List<String> DARK_PAGES = List.of("#0d1117", "#22272e");

    static Optional<PictureColours> of(String style) {
        int at = style.indexOf(DARK);
        return at < 0
                ? Optional.empty()
                : Optional.of(new PictureColours(
                        colours(style.substring(0, at)), colours(style.substring(at + DARK.length()))));
    }

    private static Map<String, String> colours(String rules) {
        Map<String, String> colours = new TreeMap<>();
        Matcher found = COLOURED.matcher(rules);
        while (found.find()) {
            colours.put(found.group(1) + " " + found.group(2), found.group(3));
            if (found.group(4) != null) {
                colours.put(found.group(1) + " " + found.group(4), found.group(5));
            }
        }
        return colours;
    }

    /** Returns a complaint for each colour that dark pages do not change. */
    List<String> withoutDark() {
        return light.keySet().stream()
                .filter(colour -> !dark.containsKey(colour))
                .map(colour -> "has a dark colour for " + colour)
                .toList();
    }

    /** Returns a complaint for each ground on which a text of these classes, or a bar, is too faint. */
    List<String> faint(String classes) {
        List<String> faint = new ArrayList<>();
        faintOn(light, LIGHT_PAGES, classes, faint);
        faintOn(dark, DARK_PAGES, classes, faint);
        return faint;
    }

    private static void faintOn(Map<String, String> colours, List<String> pages, String classes, List<String> faint) {
        String ink = ink(colours, classes);
        colours.forEach((selector, colour) -> {
            if (selector.startsWith(".box") && selector.endsWith("fill")) {
                compare(ink, colour, 4.5, "text " + classes, faint);
            } else if (selector.startsWith(".bar")) {
                compare(colour, pages.get(0), 3, selector, faint);
            }
        });
        pages.forEach(page -> compare(ink, page, 4.5, "text " + classes, faint));
    }

    /** Returns the colour of a text: of its class that has one, or of all texts. */
    private static String ink(Map<String, String> colours, String classes) {
        for (String name : classes.split(" ", -1)) {
            String colour = colours.get("." + name + " fill");
            if (colour != null) {
                return colour;
            }
        }
        String all = colours.get("text fill");
        return all == null ? "#000000" : all;
    }

    private static void compare(String colour, String ground, double least, String what, List<String> faint) {
        double contrast = PictureRules.contrast(colour, ground);
        if (contrast < least) {
            faint.add("has a contrast of at least " + least + ": " + what + ", " + colour + " on " + ground + " has "
                    + Math.round(contrast * 10) / 10.0);
        }
    }
}
