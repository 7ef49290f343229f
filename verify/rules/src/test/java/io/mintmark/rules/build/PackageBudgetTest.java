package io.mintmark.rules.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.rules.OwnFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Packages of main code are few enough to be known by name, and each is small enough to be seen at a glance. */
final class PackageBudgetTest {
    private static final int PACKAGES_MAX = 115;

    /** Beside the file that says what the package is. */
    private static final int TYPES_MAX = 25;

    /** Published whole: each type that another package got from it would become one that users see. */
    private static final Set<String> LARGER = Set.of("client/src/main/java/io/mintmark/client");

    private static final Set<String> NO_TYPES = Set.of("package-info.java", "module-info.java");

    /** A package counts once, also where a proof has a type in it, from which it sees what others do not. */
    @Test
    void shouldHaveFewPackages() throws IOException {
        Set<String> packages = files().entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .map(each -> each.getKey().replaceFirst(".*/src/main/java/", ""))
                .collect(Collectors.toSet());

        assertThat(packages).hasSizeBetween(PACKAGES_MAX / 2, PACKAGES_MAX);
    }

    @Test
    void shouldHaveFewTypesInEachPackage() throws IOException {
        Map<String, Long> types = files();
        types.keySet().removeAll(LARGER);

        assertThat(types).allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(TYPES_MAX));
    }

    /** Returns how many types each folder of main code has. */
    private static Map<String, Long> files() throws IOException {
        Path root = OwnFiles.root();
        return OwnFiles.under(root).stream()
                .map(file -> root.relativize(file))
                .filter(file -> file.toString().contains("/src/main/java/")
                        && file.toString().endsWith(".java"))
                .collect(Collectors.groupingBy(
                        file -> String.valueOf(file.getParent()),
                        TreeMap::new,
                        Collectors.summingLong(
                                file -> NO_TYPES.contains(file.getFileName().toString()) ? 0 : 1)));
    }
}
