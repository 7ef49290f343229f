package io.mintmark.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links lead to what is there, and those of the first pages to what their sentence is about. */
final class LinksTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^\\s*```.*?^\\s*```\\s*$");
    private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|mailto:)([^)\\s#]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern COMMAND = Pattern.compile("`(?:\\./)?(mintmark [a-z]+)");
    private static final Pattern PARAGRAPH = Pattern.compile("\\n\\s*\\n|\\n(?=[|-] )");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N}_ -]");
    private static final List<String> FIRST_PAGES = List.of("README.md", "docs/README.md");

    @Test
    void shouldLeadToAFileAndAHeadingThatAreThere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : Pages.pages()) {
            for (MatchResult link : links(prose(page))) {
                if (!isThere(page, link)) {
                    broken.add(Pages.ROOT.relativize(page) + " -> " + link.group());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void shouldLeadFromASentenceAboutACommandToAPageThatKnowsTheCommand() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (String name : FIRST_PAGES) {
            Path page = Pages.ROOT.resolve(name);
            unknown.addAll(unknownCommands(page, prose(page)));
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void shouldFindASentenceWhosePageDoesNotKnowItsCommand() throws IOException {
        String sentence =
                "`./mintmark doctor` computes whether two programs may [share](docs/share-a-counter.md) a counter.";

        assertThat(unknownCommands(Pages.ROOT.resolve("README.md"), sentence))
                .containsExactly("mintmark doctor: " + sentence);
    }

    @Test
    void shouldFindALinkThatLeadsNowhere() throws IOException {
        Path page = Pages.ROOT.resolve("README.md");
        for (String link : List.of("[a](docs/none.md)", "[a](docs/jdbc.md#none)", "[a](#none)")) {
            assertThat(isThere(page, links(link).get(0))).as(link).isFalse();
        }
        assertThat(isThere(page, links("[a](docs/jdbc.md#the-doctor)").get(0))).isTrue();
    }

    private static String prose(Path page) throws IOException {
        return BLOCK.matcher(Files.readString(page)).replaceAll("");
    }

    private static List<MatchResult> links(String text) {
        return LINK.matcher(text).results().toList();
    }

    private static Path target(Path page, MatchResult link) {
        return link.group(1).isEmpty()
                ? page
                : page.resolveSibling(link.group(1)).normalize();
    }

    private static boolean isThere(Path page, MatchResult link) throws IOException {
        Path target = target(page, link);
        String anchor = link.group(2);
        return Files.exists(target)
                && (anchor == null
                        || !target.toString().endsWith(".md")
                        || anchors(target).anyMatch(anchor::equals));
    }

    /** Spells headings as anchors the way that GitHub does. */
    private static Stream<String> anchors(Path page) throws IOException {
        return HEADING.matcher(prose(page))
                .results()
                .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
                .map(heading -> NOT_IN_ANCHORS.matcher(heading).replaceAll("").replace(' ', '-'));
    }

    private static List<String> unknownCommands(Path page, String text) throws IOException {
        List<String> unknown = new ArrayList<>();
        for (String paragraph : PARAGRAPH.split(text, -1)) {
            List<MatchResult> links = links(paragraph);
            Matcher command = COMMAND.matcher(paragraph);
            while (command.find()) {
                if (!links.isEmpty() && !isKnown(command.group(1), page, links)) {
                    unknown.add(command.group(1) + ": " + paragraph);
                }
            }
        }
        return unknown;
    }

    private static boolean isKnown(String command, Path page, List<MatchResult> links) throws IOException {
        for (MatchResult link : links) {
            Path target = target(page, link);
            if (Files.isRegularFile(target) && Files.readString(target).contains(command)) {
                return true;
            }
        }
        return false;
    }
}
