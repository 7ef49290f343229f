package io.mintmark.lab.bench.generators;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CatalogueTest {
    private static final int CALLS = 5_000;

    @TestFactory
    Stream<DynamicTest> everyGeneratorAnswersAndFindsItself() {
        return Stream.of(
                        Catalogue.numbers(),
                        Catalogue.timeOrdered(),
                        Catalogue.documentIds(),
                        Catalogue.uuids(),
                        Catalogue.permutations())
                .flatMap(List::stream)
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> answers(entry)));
    }

    @TestFactory
    Stream<DynamicTest> everyGeneratorOfTheRefillRunIssuesDifferentNumbers() {
        return Catalogue.withRefill().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> issuesDifferentNumbers(entry)));
    }

    @TestFactory
    Stream<DynamicTest> everyGeneratorOfTimeOrderedIdsIssuesDifferentNumbers() {
        return Catalogue.timeOrdered().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.name(), () -> issuesDifferentNumbers(entry)));
    }

    private static void answers(Entry entry) {
        assertThat(Catalogue.byName(entry.name()).title()).isEqualTo(entry.title());
        try (Subject subject = entry.opener().open(new MeasuredCounter(Duration.ZERO))) {
            LongSupplier caller = subject.caller();
            long sum = 0;
            for (int i = 0; i < CALLS; i++) {
                sum += caller.getAsLong();
            }
            assertThat(sum).isNotZero();
            assertThat(subject.idsPerCall()).isPositive();
        }
    }

    private static void issuesDifferentNumbers(Entry entry) {
        try (Subject subject = entry.opener().open(new MeasuredCounter(Duration.ZERO))) {
            LongSupplier caller = subject.caller();
            Set<Long> seen = new HashSet<>();
            for (int i = 0; i < CALLS; i++) {
                assertThat(seen.add(caller.getAsLong())).isTrue();
            }
        }
    }
}
