package io.mintmark.packaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Notices name every library of the release's jar, with its licence, and whatever lacks one is found. */
final class NoticesTest {
    private static final String LIST = """

            Lists of 3 third-party dependencies.
                 (EPL-2.0) (LGPL-2.1-only) A Log (org.log:log:1.0 - http://log.example)
                 (MIT) Facade (org.facade:facade:2.0 - no url defined)
                 (Apache-2.0) Mintmark Core (io.mintmark:mintmark-core:0.1 - no url defined)
            """;
    private static final String SBOM = """
            {"components":[{"group":"org.log","name":"log","version":"1.0"},
            {"group":"org.facade","name":"facade","version":"2.0"},
            {"group":"io.mintmark","name":"mintmark-core","version":"0.1"}]}
            """;

    @TempDir
    private Path directory;

    private Path jar(String name, String... entries) throws IOException {
        Path jar = directory.resolve(name);
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String entry : entries) {
                out.putNextEntry(new ZipEntry(entry));
                out.write(("the content of " + entry).getBytes(StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private List<String> missing(String list, String sbom, Path facade, String... released) throws IOException {
        return notices(list, facade)
                .missing(Sbom.of(Files.writeString(directory.resolve("sbom"), sbom)), jar("all.jar", released));
    }

    private Notices notices(String list, Path facade) throws IOException {
        Map<String, Path> jars = Map.of(
                "log-1.0.jar", jar("log-1.0.jar", "org/log/Log.class"),
                "facade-2.0.jar", facade,
                "mintmark-core-0.1.jar", jar("mintmark-core-0.1.jar", "io/mintmark/Range.class"));
        return Notices.of(Library.of(list), jars, Path.of("src/main/licenses"));
    }

    private Path facade() throws IOException {
        return jar("facade-2.0.jar", "org/facade/Facade.class", "META-INF/LICENSE.txt");
    }

    @Test
    void shouldFindNothingMissingWhereEverythingIsNamed() throws Exception {
        assertThat(missing(
                        LIST,
                        SBOM,
                        facade(),
                        "org/log/Log.class",
                        "org/facade/Facade.class",
                        "io/mintmark/cli/M.class"))
                .isEmpty();
    }

    @Test
    void shouldNameTheLicenceThatWePassEachLibraryOnUnder() throws Exception {
        assertThat(notices(LIST, facade()).text())
                .contains("A Log, org.log:log:1.0\n", "passed on under EPL-2.0\n", "  META-INF/LICENSE.txt: text 2\n")
                .contains(
                        "Eclipse Public License - v 2.0",
                        "======== text 2 ========\n\nthe content of META-INF/LICENSE.txt")
                .doesNotContain("io.mintmark", "LGPL");
    }

    @Test
    void shouldSayWhyThereIsNoSbom() {
        assertThatThrownBy(() -> Sbom.of(directory.resolve("mintmark.cdx.json")))
                .hasMessageContainingAll("mintmark.cdx.json", "build a release without -o");
    }

    /** Another umask makes other jars of our modules, and the same classes in the one that is shipped. */
    @Test
    void shouldNotTellChecksumsOfWhatIsNotShipped() throws Exception {
        Path written = directory.resolve("written");
        String listed = SBOM.replace("\"version\"", "\"hashes\":[{\"alg\":\"MD5\"}],\"version\"");
        Sbom.of(Files.writeString(directory.resolve("sbom"), listed)).write(written);

        assertThat(Sbom.of(written).components())
                .containsExactly("io.mintmark:mintmark-core:0.1", "org.facade:facade:2.0", "org.log:log:1.0");
        assertThat(Files.readString(written)).containsOnlyOnce("mintmark-core").endsWith("}\n");
        assertThat(Files.readString(written).split("\"hashes\"", -1)).hasSize(1 + 2);
    }

    @Test
    void shouldFindAJarThatTheSbomLacks() throws Exception {
        assertThat(missing(LIST, SBOM.replace("\"log\"", "\"lag\""), facade()))
                .containsExactly("org.log:log:1.0 is not in the SBOM");
    }

    @Test
    void shouldFindCodeOfNobody() throws Exception {
        assertThat(missing(LIST, SBOM, facade(), "org/log/Log.class", "com/stray/Stray.class", "native/stray.so"))
                .hasSize(2)
                .allMatch(wrong -> wrong.contains("stray") && wrong.contains("in none of the jars"));
    }

    @Test
    void shouldFindALicenceWithoutAText() throws Exception {
        assertThat(missing(LIST, SBOM, jar("facade-2.0.jar", "org/facade/Facade.class")))
                .containsExactly(
                        "org.facade:facade:2.0 has no text of its licence MIT: add one to libraries.properties");
    }

    @Test
    void shouldFindCodeOfOthersWithinALibrary() throws Exception {
        assertThat(missing(LIST, SBOM, jar("facade-2.0.jar", "org/facade/shaded/Other.class", "META-INF/LICENSE.txt")))
                .singleElement()
                .asString()
                .contains("org.facade:facade:2.0 has code of others in it");
    }
}
