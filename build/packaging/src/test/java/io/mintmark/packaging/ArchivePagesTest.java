package io.mintmark.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release has the documentation, and no link of it leads out of the release. */
final class ArchivePagesTest {
    private static final Path SOURCES = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path FIRST_PAGE = Path.of("src", "main", "archive", "README");

    @TempDir
    private Path directory;

    private Path release;

    @BeforeEach
    void createFolder() throws IOException {
        release = Files.createDirectory(directory.resolve("release"));
    }

    @Test
    void shouldLeadFromEachPageOfAReleaseToWhatIsThere() throws Exception {
        new ArchivePages(SOURCES, FIRST_PAGE, release).write();

        List<String> broken = new ArrayList<>();
        try (Stream<Path> pages = Files.walk(release)) {
            for (Path page :
                    pages.filter(file -> file.toString().endsWith(".md")).toList()) {
                ArchivePages.links(Files.readString(page))
                        .filter(link -> !Files.exists(page.resolveSibling(link.group(2))))
                        .forEach(link -> broken.add(release.relativize(page) + " -> " + link.group()));
            }
        }
        assertThat(broken).isEmpty();
        assertThat(release.resolve("README.md")).exists();
        assertThat(release.resolve("docs/pictures/nodes.svg")).exists();
    }

    @Test
    void shouldHaveTheRunbookOfEachAlert() throws Exception {
        new ArchivePages(SOURCES, FIRST_PAGE, release).write();

        for (String alert : MonitoringFiles.alertNames()) {
            assertThat(release.resolve("docs/runbooks.md")).content().contains("\n## " + alert + "\n");
        }
    }

    @Test
    void shouldKeepTheWordsOfALinkToSources() throws Exception {
        Path sources = copyOfTheRest();
        Files.writeString(
                sources.resolve("docs/page.md"),
                "See [`Tls`](../client/Tls.java), [this](page.md#a) and [b](https://b.example).");
        new ArchivePages(sources, FIRST_PAGE, release).write();

        assertThat(release.resolve("docs/page.md"))
                .hasContent("See `Tls`, [this](page.md#a) and [b](https://b.example).");
    }

    /** The twin of the first page: a link out of the release. */
    @Test
    void shouldRefuseAFirstPageThatLeadsOutOfTheRelease() throws Exception {
        Path page = Files.writeString(directory.resolve("first"), "[Contribute](CONTRIBUTING.md)");

        assertThatThrownBy(() -> new ArchivePages(SOURCES, page, release).write())
                .hasMessageContaining("CONTRIBUTING.md");
    }

    private Path copyOfTheRest() throws IOException {
        Path sources = directory.resolve("sources");
        Files.createDirectories(sources.resolve("docs"));
        Files.createDirectories(sources.resolve("verify/lab/reports"));
        for (String name : List.of("CHANGELOG.md", "GUARANTEES.md", "THREAT_MODEL.md", "LICENSE")) {
            Files.writeString(sources.resolve(name), name);
        }
        return sources;
    }
}
