package io.mintmark.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Every block of the documentation compiles, binds or runs as it stands, or is listed with the reason why not. */
final class DocumentationTest {
    @TempDir
    private Path directory;

    @TestFactory
    Stream<DynamicTest> shouldDoWhatItSays() throws IOException {
        List<Block> blocks = Pages.blocks();
        Checks checks = new Checks(blocks, NotRun.all());
        assertThat(blocks).hasSizeGreaterThan(60);
        return blocks.stream()
                .map(block -> DynamicTest.dynamicTest(
                        block.toString(),
                        () -> assertThat(checks.of(block, own(block)))
                                .as("%s", block)
                                .isEmpty()));
    }

    /** Else a reason would outlive its block, and excuse the next one that begins so. */
    @Test
    void shouldListNothingThatIsNotThere() throws IOException {
        List<Block> blocks = Pages.blocks();

        assertThat(NotRun.all())
                .allSatisfy(one -> assertThat(blocks)
                        .as("%s", one)
                        .anyMatch(block -> one.isCommand()
                                ? block.language().equals("sh") && block.text().contains(one.begins() + " ")
                                : one.is(block)));
    }

    /** The twin: what is wrong in a block is found, whatever its language. */
    @Test
    void shouldFindWhatIsWrong() throws Exception {
        assertWrong("java", "HiLo orders = HiLo.over(source).strikt();", "strikt");
        assertWrong("java", "long id = orders.next(", "illegal start");
        assertWrong("java", "@Entity\nclass Order {\n    @Id\n    @MintmarkId\n    Long id;\n}", "Order");
        assertWrong(
                "java",
                "@Entity\nclass Bill {\n    @Id\n    @GeneratedValue\n    @MintmarkId\n    Long id;\n}",
                "@Gen");
        assertWrong(
                "java", "import java.util.List;\n\nclass Names {\n    Map<String, List<String>> all;\n}", "class Map");
        assertWrong("xml", dependency("mintmark-jdcb"), "no artifact mintmark-jdcb");
        assertWrong(
                "yaml", "mintmark:\n  counters:\n    orders: { presset: efcore }", "mintmark.counters.orders.preset");
        assertWrong("yaml", "mintmark:\n  counters:\n    orders: efcor", "efcore");
        assertWrong("properties", "mintmark.hibernate.source=x", "mintmark.hibernate.source");
        assertWrong("sql", "CREATE TABEL a (b INT)", "TABEL");
        assertWrong("json", "{\"Low\":}", "unexpected");
        assertWrong("sh", "./mintmark serve --prot 8080", "--prot");
        assertWrong("sh", "rm -r data", "no test types rm");
        assertWrong(
                "sh", "curl -s 'http://127.0.0.1:8080/databases?namesOnly=true'\n# {\"Databases\":[\"shop\"]}", "[]");
        assertWrong("cobol", "STOP RUN.", "cobol");
    }

    /** The twins of programs in other languages: one that prints something else, and one that is too long. */
    @Test
    void shouldFindAProgramThatDoesNotDrawWhatItsPageSays() throws Exception {
        String draw = Pages.blocks().stream()
                .filter(block -> block.file().equals("docs/ids-from-any-language.md"))
                .filter(block -> block.language().equals("java"))
                .map(Block::text)
                .findFirst()
                .orElseThrow();

        assertThat(drawing(draw)).isEmpty();
        assertThat(drawing(draw.replace("// orders/1-A", "// orders/2-A")))
                .anyMatch(wrong -> wrong.contains("orders/1-A"));
        assertThat(drawing(draw.replace("/next", "/nxt"))).anyMatch(wrong -> wrong.contains("route"));
        assertThat(drawing("\n\n" + draw)).anyMatch(wrong -> wrong.contains("at most 15 lines"));
    }

    private List<String> drawing(String text) throws Exception {
        Block block = new Block("docs/ids-from-any-language.md", 1, "java", text);
        return new Checks(List.of(block), List.of()).of(block, own(block));
    }

    /** The twin of a page that names fewer artifacts than its code needs, as the starter's did. */
    @Test
    void shouldFindAnArtifactThatAPageForgets() throws Exception {
        Block entity = new Block(
                "docs/page.md", 1, "java", "@Entity\nclass Bill {\n    @Id\n    @MintmarkId\n    Long id;\n}\n");
        Block starter = new Block("docs/page.md", 9, "xml", dependency("mintmark-spring-boot-starter"));
        Block hibernate = new Block("docs/page.md", 19, "xml", dependency("mintmark-hibernate"));

        assertThat(new Checks(List.of(entity, starter), List.of()).of(entity, own(entity)))
                .anyMatch(wrong -> wrong.contains("MintmarkId"));
        assertThat(new Checks(List.of(entity, starter, hibernate), List.of()).of(entity, own(entity)))
                .isEmpty();
    }

    private void assertWrong(String language, String text, String said) throws Exception {
        Block block = new Block("docs/page.md", 1, language, text + "\n");

        List<String> wrong = new ArrayList<>(new Checks(List.of(block), List.of()).of(block, own(block)));

        assertThat(wrong)
                .as(text)
                .anyMatch(one -> one.toLowerCase(Locale.ROOT).contains(said.toLowerCase(Locale.ROOT)));
    }

    private static String dependency(String artifact) {
        return "<dependency>\n  <groupId>io.mintmark</groupId>\n  <artifactId>" + artifact
                + "</artifactId>\n  <version>0.1.0-SNAPSHOT</version>\n</dependency>";
    }

    private Path own(Block block) throws IOException {
        return Files.createTempDirectory(directory, "block");
    }
}
