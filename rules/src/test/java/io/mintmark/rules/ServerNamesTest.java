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
    private static final String SERVER = "io.mintmark.server";
    private static final String MISTAKES = "io.mintmark.rules.broken.server";

    @Test
    void shouldNameEachTypeOfTheServerDifferently() {
        assertThat(typesByName(ArchitectureTest.PRODUCT_CLASSES, SERVER)).hasSizeGreaterThan(500);
        assertThat(namedTwice(ArchitectureTest.PRODUCT_CLASSES, SERVER)).isEmpty();
    }

    /** The twin: two types that nobody else sees have one name. */
    @Test
    void shouldFindANameThatStandsTwice() {
        JavaClasses mistaken = new ClassFileImporter().importPackages(MISTAKES);

        assertThat(namedTwice(mistaken, MISTAKES).get("NamedTwice"))
                .containsExactlyInAnyOrder(MISTAKES + ".databases.NamedTwice", MISTAKES + ".documents.NamedTwice");
    }

    private static Map<String, List<String>> namedTwice(JavaClasses classes, String root) {
        Map<String, List<String>> named = typesByName(classes, root);
        named.values().removeIf(types -> types.size() == 1);
        return named;
    }

    private static Map<String, List<String>> typesByName(JavaClasses classes, String root) {
        return classes.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(type -> type.getPackageName().equals(root)
                        || type.getPackageName().startsWith(root + "."))
                .filter(type -> !type.getSimpleName().equals("package-info"))
                .collect(Collectors.groupingBy(
                        JavaClass::getSimpleName,
                        TreeMap::new,
                        Collectors.mapping(JavaClass::getName, Collectors.toList())));
    }
}
