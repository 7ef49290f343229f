package io.mintmark.studio;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How pages looked last. {@code -Dmintmark.screenshots=write} keeps what they look like now, after somebody looked at the
 * pictures in {@code target/looks}. Where letters are of other widths than they were, nothing is compared, aloud.
 */
final class KeptLooks {
    private static final boolean WRITES = "write".equals(System.getProperty("mintmark.screenshots"));
    private static final Path KEPT = Path.of("src/test/resources/io/mintmark/studio/looks");
    private static final Path PRESENT = Path.of("target/looks");
    private static final Path FONTS = KEPT.resolve("fonts.txt");

    private static final String WIDTHS = """
            ['system-ui', 'ui-monospace, monospace'].map(font => {
              const pen = document.createElement('canvas').getContext('2d');
              pen.font = '100px ' + font;
              return ['Sphinx of black quartz, 0123456789', 'illi WWW']
                .map(text => Math.round(pen.measureText(text).width)).join(' ');
            }).join(', ')""";

    /** What is another one each time: it keeps its place, and is not shown. */
    private static final String STILL = """
            const still = new CSSStyleSheet();
            still.replaceSync(`
              time { display: inline-block; width: 6rem; height: 1.2em; overflow: hidden; visibility: hidden; }
              .strip div { width: 9rem; } .strip dd { height: 1.5em; overflow: hidden; visibility: hidden; }
              .now, .alerts { display: none; } #news, pre, p.quiet .id, .volatile { visibility: hidden; }
              * { caret-color: transparent !important; transition: none !important; }`);
            document.adoptedStyleSheets = [still]""";

    private final List<String> others = new ArrayList<>();
    private final boolean compares;

    /** Looks through {@code browser} at the letters of this machine. */
    KeptLooks(Browser browser) throws IOException {
        String fonts = browser.textOf(WIDTHS);
        if (WRITES) {
            Files.createDirectories(KEPT);
            Files.writeString(FONTS, fonts + "\n");
        }
        String kept = Files.exists(FONTS) ? Files.readString(FONTS).strip() : "none";
        compares = kept.equals(fonts);
        if (!compares) {
            System.err.printf(
                    "[skipped] the looks of pages: letters are %s wide here and were %s; axe and widths are judged all the"
                            + " same (-Dmintmark.screenshots=write keeps those of this machine)%n",
                    fonts, kept);
        }
        Files.createDirectories(PRESENT);
    }

    /** Takes a picture of the page that is shown, and keeps it or compares it. */
    void take(Browser browser, String name) throws IOException {
        if (WRITES) {
            Files.write(PRESENT.resolve(name + "-as-it-is.png"), browser.picture());
        }
        browser.run(STILL);
        byte[] picture = browser.picture();
        browser.run("document.adoptedStyleSheets = []");
        Files.write(PRESENT.resolve(name + ".png"), picture);
        Look present = Look.ofPicture(picture);
        Path kept = KEPT.resolve(name + ".png");
        if (WRITES) {
            Files.write(kept, present.kept());
        } else if (compares
                && !(Files.exists(kept) && Look.ofKept(Files.readAllBytes(kept)).isLike(present))) {
            others.add(name + ": compare target/looks/" + name + ".png with " + kept);
        }
    }

    /** Puts a picture of the page that is shown into the documentation, if looks are kept now. */
    static void renew(Browser browser, Path picture) throws IOException {
        if (WRITES) {
            browser.run("scrollTo(0, 0)");
            Files.write(picture, SmallPicture.of(browser.picture()));
        }
    }

    /** Returns those that look otherwise than they did. */
    List<String> others() {
        return others;
    }
}
