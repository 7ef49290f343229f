package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader pastes first runs as it stands: one file of Java, one of properties, and nothing else. */
final class FirstPageTest {
    @TempDir
    private Path directory;

    @Test
    void shouldRunAsPasted() throws Exception {
        String page = DefaultsTest.page("spring-boot.md");
        Path source = Files.writeString(directory.resolve("Shop.java"), first("java", page));
        Files.writeString(directory.resolve("application.yaml"), first("yaml", page));
        Programs.compile(List.of(source), directory);

        List<String> printed = Programs.run(
                directory,
                // Libraries of other tests, which the page does not name.
                List.of("-Dspring.flyway.enabled=false", "-Dspring.liquibase.enabled=false", "shop.Shop"),
                directory);

        assertThat(printed).contains("order 1 by hand", "order 2 by JPA");
    }

    /** The reader has what the page names: our two artifacts, and two that Spring Boot has versions of. */
    @Test
    void shouldNameWhatTheProgramNeeds() throws IOException {
        assertThat(first("xml", DefaultsTest.page("spring-boot.md")))
                .contains("mintmark-spring-boot-starter", "mintmark-hibernate")
                .contains("<artifactId>spring-boot-starter-data-jpa</artifactId>", "<artifactId>h2</artifactId>");
    }

    private static String first(String language, String page) {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(block.find()).as("a block of %s", language).isTrue();
        return block.group(1);
    }
}
