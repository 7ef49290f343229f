package io.mintmark.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What users can type of each published library is what {@code api/} in git says. A change that is meant is written there
 * by {@code verify/lab/api}, and its commit shows it.
 */
class PublicApiTest {
    private static final Path ROOT = Path.of("..", "..");

    /** What libraries show that are no modules; the others say what they export. */
    private static final Map<String, Set<String>> AUTOMATIC_MODULES = Map.of(
            "cassandra", Set.of("io.mintmark.cassandra"),
            "server", Set.of("io.mintmark.server"),
            "support", Set.of("io.mintmark.support.limits"),
            "javascript", Set.of("io.mintmark.javascript"),
            "hibernate", Set.of("io.mintmark.hibernate"),
            "spring-boot-starter", Set.of("io.mintmark.spring"));

    static List<String> libraries() {
        return List.of(
                "core",
                "numbers",
                "protocol",
                "testkit",
                "jdbc",
                "cassandra",
                "javascript",
                "support",
                "server",
                "client",
                "hibernate",
                "spring-boot-starter");
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldBeAsTheFileInGitSays(String library) throws IOException {
        Path file = ROOT.resolve("build/api/mintmark-" + library + ".txt");
        List<String> actual = api(library).lines();
        if ("write".equals(System.getProperty("mintmark.api"))) {
            Files.createDirectories(file.getParent());
            Files.write(file, actual);
            return;
        }
        List<String> known = Files.readAllLines(file);
        if (!actual.equals(known)) {
            fail(
                    "The public API of mintmark-%s is not what %s says: run verify/lab/api and commit the file if that is meant."
                            + "%nnew or changed: %s%ngone or changed: %s",
                    library, file.normalize(), without(actual, known), without(known, actual));
        }
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldNameNoTypeThatUsersCannotType(String library) throws IOException {
        Set<String> exported =
                libraries().stream().flatMap(each -> packages(each).stream()).collect(Collectors.toSet());

        assertThat(api(library).namedTypes())
                .filteredOn(type -> type.getPackageName().startsWith("io.mintmark"))
                .allMatch(type -> exported.contains(type.getPackageName()));
    }

    private static PublicApi api(String library) {
        Set<String> exported = packages(library);
        return new PublicApi(ArchitectureTest.PRODUCT_CLASSES.stream()
                .filter(type -> exported.contains(type.getPackageName()) && isOf(library, type)));
    }

    /** Two libraries may have packages of one name. */
    private static boolean isOf(String library, JavaClass type) {
        return type.getSource()
                .filter(source -> source.getUri().toString().contains("/" + library + "/target/"))
                .isPresent();
    }

    private static Set<String> packages(String library) {
        Path descriptor = ROOT.resolve(library + "/target/classes/module-info.class");
        if (!Files.exists(descriptor)) {
            return AUTOMATIC_MODULES.get(library);
        }
        try (InputStream bytes = Files.newInputStream(descriptor)) {
            return ModuleDescriptor.read(bytes).exports().stream()
                    .filter(exports -> !exports.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(descriptor.toString(), e);
        }
    }

    private static List<String> without(List<String> lines, List<String> others) {
        List<String> rest = new ArrayList<>(lines);
        others.forEach(rest::remove);
        return rest;
    }

    @Test
    void shouldShowEverythingThatUsersCanTypeAndNothingElse() {
        JavaClasses classes = new ClassFileImporter()
                .importClasses(ApiSample.class, ApiSample.Kind.class, ApiSample.Marker.class, ApiSample.Hidden.class);

        assertThat(new PublicApi(classes.stream()).lines())
                .containsExactly(
                        "abstract class io.mintmark.rules.ApiSample<T extends Comparable<T>> extends java.util.AbstractList<T>"
                                + " implements AutoCloseable, java.util.function.Supplier<io.mintmark.rules.ApiSample<T>>",
                        "    protected final java.util.List<? super T> kept",
                        "    static final int LIMIT",
                        "    protected new(String[])",
                        "    <E> java.util.Map<E, ? extends T[]> find(java.util.List<?>, int[][]) throws java.io.IOException",
                        "    io.mintmark.rules.ApiSample<T> get()",
                        "    protected abstract void step()",
                        "enum io.mintmark.rules.ApiSample.Kind",
                        "    static final io.mintmark.rules.ApiSample.Kind ONE",
                        "    String label()",
                        "@interface io.mintmark.rules.ApiSample.Marker",
                        "    String value() default",
                        "    int size()");
    }
}
