package io.mintmark.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A type of the server is known by its simple name: no other one has the same, in whatever package. */
final class ServerNamesTest {
    private static final List<String> ROOMS = List.of("server", "support", "storage", "web", "indexes");
    private static final String PRODUCT = "io.mintmark";
    private static final String MISTAKES = "io.mintmark.rules.broken";

    @Test
    void shouldNameEachTypeOfTheServerDifferently() {
        assertThat(typesByName(ArchitectureTest.PRODUCT_CLASSES, PRODUCT)).hasSizeGreaterThan(500);
        assertThat(namedTwice(ArchitectureTest.PRODUCT_CLASSES, PRODUCT)).isEmpty();
    }

    /** The twin: two types that nobody else sees have one name. */
    @Test
    void shouldFindANameThatStandsTwice() {
        JavaClasses mistaken = new ClassFileImporter().importPackages(MISTAKES);

        assertThat(namedTwice(mistaken, MISTAKES).get("NamedTwice"))
                .containsExactlyInAnyOrder(
                        MISTAKES + ".server.databases.NamedTwice", MISTAKES + ".server.documents.NamedTwice");
    }

    private static Map<String, List<String>> namedTwice(JavaClasses classes, String root) {
        Map<String, List<String>> named = typesByName(classes, root);
        named.values().removeIf(types -> types.size() == 1);
        return named;
    }

    private static Map<String, List<String>> typesByName(JavaClasses classes, String root) {
        return classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> ROOMS.stream()
                        .anyMatch(room -> (type.getPackageName() + ".").startsWith(root + "." + room + ".")))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
    }
}
