package io.mintmark.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The product keeps the rules of its architecture, and each rule notices the class that breaks it. */
final class ArchitectureTest {
    private static final String PRODUCT = "io.mintmark";
    private static final String MISTAKES = "io.mintmark.rules.broken";
    private static final ImportOption NOT_THE_RULES = location -> !location.contains("/io/mintmark/rules/");

    static final JavaClasses PRODUCT_CLASSES =
            new ClassFileImporter().withImportOption(NOT_THE_RULES).importPackages(PRODUCT);
    private static final JavaClasses MISTAKEN_CLASSES = new ClassFileImporter().importPackages(MISTAKES);

    private static final List<String> MISTAKEN_ARROWS = ArchitectureRules.arrows(MISTAKES)
            .evaluate(MISTAKEN_CLASSES)
            .getFailureReport()
            .getDetails();

    static List<ArchitectureRules.Rule> rulesForTheProduct() {
        return ArchitectureRules.under(PRODUCT);
    }

    static List<ArchitectureRules.Rule> rulesForMistakes() {
        return ArchitectureRules.under(MISTAKES);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rulesForTheProduct")
    void shouldBeKeptByTheProduct(ArchitectureRules.Rule rule) {
        rule.rule().check(PRODUCT_CLASSES);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rulesForMistakes")
    void shouldNoticeTheClassThatBreaksIt(ArchitectureRules.Rule rule) {
        List<String> violations =
                rule.rule().evaluate(MISTAKEN_CLASSES).getFailureReport().getDetails();

        assertThat(violations).anyMatch(violation -> violation.contains("." + rule.brokenBy()));
    }

    @Test
    void shouldHaveOnlyTheArrowsOfThePicture() {
        ArchitectureRules.arrows(PRODUCT).check(PRODUCT_CLASSES);
    }

    /** Arrows of each sort: to a library, to a package beside, above or of another module, to an engine, to a framework. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CoreUsesSlf4j",
                "RangeUsesHiLo",
                "JdbcUsesUuid",
                "ProtocolUsesServer",
                "TestkitUsesProtocol",
                "ClientUsesServer",
                "ServerUsesTestkit",
                "RangeUsesSpring",
                "CliUsesDatabases",
                "ScriptsUseServer",
                "HttpUsesDatabases",
                "DocumentsUseJetty",
                "StorageUsesConnection",
                "SqliteUsesPostgres",
                "ServerUsesPostgres",
                "GroupUsesSql",
                "SqlUsesEngine"
            })
    void shouldNoticeAnArrowThatIsNotInThePicture(String brokenBy) {
        assertThat(MISTAKEN_ARROWS).anyMatch(violation -> violation.contains("." + brokenBy));
    }

    @Test
    void shouldSeeTheClassesOfEveryModule() {
        assertThat(Stream.of(
                        "range",
                        "hilo.supply",
                        "document",
                        "protocol",
                        "testkit",
                        "jdbc",
                        "cassandra",
                        "hibernate",
                        "spring",
                        "server",
                        "indexes.linq",
                        "javascript.child",
                        "storage.sqlite",
                        "storage.postgresql",
                        "client"))
                .allMatch(name -> PRODUCT_CLASSES.containPackage(PRODUCT + "." + name));
    }
}
