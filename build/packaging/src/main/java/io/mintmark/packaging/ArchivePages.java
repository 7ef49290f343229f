package io.mintmark.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Puts the documentation into a release: its own first page, and the pages of the sources as they are. A link that
 * leads to sources, which a release has not, becomes the text that it was.
 */
public final class ArchivePages {
    private static final String FIRST_PAGE = "README.md";
    private static final List<String> BESIDE_IT =
            List.of("CHANGELOG.md", "GUARANTEES.md", "THREAT_MODEL.md", "LICENSE");
    private static final List<String> FOLDERS = List.of("docs", "verify/lab/reports");
    private static final Pattern LINK =
            Pattern.compile("\\[([^\\]]*)]\\((?!https?:|mailto:|#)([^)\\s#]+)(?:#[^)\\s]*)?\\)");

    private final Path sources;
    private final Path firstPage;
    private final Path release;

    ArchivePages(Path sources, Path firstPage, Path release) {
        this.sources = sources.toAbsolutePath().normalize();
        this.firstPage = firstPage;
        this.release = release;
    }

    /** Takes the folder of the sources, the text of the first page, and the folder of the release. */
    public static void main(String[] args) throws IOException {
        new ArchivePages(Path.of(args[0]), Path.of(args[1]), Path.of(args[2])).write();
    }

    /** Writes all pages; refuses a first page with a link that leads nowhere. */
    void write() throws IOException {
        List<Path> files =
                new ArrayList<>(BESIDE_IT.stream().map(sources::resolve).toList());
        for (String folder : FOLDERS) {
            try (Stream<Path> pages = Files.walk(sources.resolve(folder))) {
                pages.filter(Files::isRegularFile).forEach(files::add);
            }
        }
        for (Path file : files) {
            Path to = release.resolve(sources.relativize(file).toString());
            Files.createDirectories(to.getParent());
            if (file.toString().endsWith(".md")) {
                Files.writeString(to, withoutSources(file));
            } else {
                Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        String text = Files.readString(firstPage);
        List<String> broken = links(text)
                .filter(link -> !isHere(sources.resolve(FIRST_PAGE), link.group(2)))
                .map(MatchResult::group)
                .toList();
        if (!broken.isEmpty()) {
            throw new IllegalStateException(
                    "the first page of the release has links that lead nowhere in it: " + broken);
        }
        Files.writeString(release.resolve(FIRST_PAGE), text);
    }

    private String withoutSources(Path page) throws IOException {
        return LINK.matcher(Files.readString(page))
                .replaceAll(
                        link -> Matcher.quoteReplacement(isHere(page, link.group(2)) ? link.group() : link.group(1)));
    }

    /** Returns whether what {@code page} of the sources links to is in the release, too. */
    private boolean isHere(Path page, String target) {
        Path file = page.resolveSibling(target).normalize();
        if (!file.startsWith(sources)) {
            return false;
        }
        String name = sources.relativize(file).toString().replace('\\', '/');
        return name.equals(FIRST_PAGE)
                || BESIDE_IT.contains(name)
                || FOLDERS.stream().anyMatch(folder -> name.equals(folder) || name.startsWith(folder + "/"));
    }

    /** Returns the relative links of a page: the label is group 1, the file group 2. */
    static Stream<MatchResult> links(String text) {
        return LINK.matcher(text).results();
    }
}
