package io.mintmark.server.storage.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.server.storage.StorageEngine;
import io.mintmark.server.storage.evaluation.Rows;
import io.mintmark.server.storage.memory.MemoryEngine;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The twins: an engine that forgets one thing of its rows breaks the contract. */
class BrokenEnginesTest {
    /**
     * A way to be broken, and the test that must notice it.
     *
     * @param verb the verb that is not passed on
     * @param answer what it answers instead
     */
    private record Mistake(String verb, @Nullable Object answer, Consumer<StorageContract> noticedBy) {
        @Override
        public String toString() {
            return verb;
        }
    }

    static Stream<Mistake> mistakes() {
        return Stream.of(
                new Mistake("undo", null, BatchesContract::shouldUndoABatchThatIsRefusedHalfWay),
                new Mistake("undo", null, BatchesContract::shouldShowARefusedBatchToNobody),
                new Mistake("mark", null, BatchesContract::shouldUndoABatchThatIsRefusedHalfWay),
                new Mistake("remember", null, IdentitiesContract::shouldMoveAnIdentityOnceForARepeatedSeed),
                new Mistake(
                        "setIdentity", null, IdentitiesContract::shouldNumberEachIdentityFromOneWhateverItsSpelling),
                new Mistake("openLeaseBefore", null, CountersContract::shouldTakeUnusedRangesBackOneByOneByTheirTokens),
                new Mistake("highestEndBefore", 0L, CountersContract::shouldTakeNothingBackOfADeletedDatabase),
                new Mistake("changed", null, CountersContract::shouldRememberCountersAndOpenLeasesWhenItIsOpenedAgain),
                new Mistake("drawLeaseSerial", 1L, CountersContract::shouldReserveOneRangeAfterTheOther),
                new Mistake("count", null, DocumentsContract::shouldCountDocumentsByCollection),
                new Mistake("note", null, DocumentsContract::shouldTellWhatChangedInTheOrderOfCommits),
                new Mistake("remove", null, DocumentsContract::shouldRememberDocumentsWhenItIsOpenedAgain),
                new Mistake("document", null, BatchesContract::shouldNotReplaceADocumentWhoseIdItWouldMake),
                new Mistake("drawEtag", 7L, DocumentsContract::shouldGiveEachWriteAVersionOfItsOwn));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldBeNoticed(Mistake mistake) {
        StorageContract broken = new StorageContract() {
            private final MemoryEngine memory = new MemoryEngine(rows -> spoilt(rows, mistake));

            @Override
            protected StorageEngine start() {
                return memory;
            }
        };
        broken.open();
        try {
            assertThatThrownBy(() -> mistake.noticedBy().accept(broken)).isInstanceOf(AssertionError.class);
        } finally {
            broken.close();
        }
    }

    /** A new life that begins at one gives out what a node that is cut off gives out, too. */
    private static final class BeginningAtOne extends StorageContract implements LivesContract {
        private final MemoryEngine memory =
                new MemoryEngine(rows -> spoilt(rows, new Mistake("beginsAbove", 0L, ignored -> {})));

        @Override
        protected StorageEngine start() {
            return memory;
        }
    }

    @Test
    void shouldNoticeANewLifeThatBeginsAtOne() {
        BeginningAtOne broken = new BeginningAtOne();
        broken.open();
        try {
            assertThatThrownBy(broken::shouldBeginAboveAllThatADeletedDatabaseReservedAhead)
                    .isInstanceOf(AssertionError.class);
        } finally {
            broken.close();
        }
    }

    private static Rows spoilt(Rows rows, Mistake mistake) {
        return (Rows) Proxy.newProxyInstance(
                Rows.class.getClassLoader(), new Class<?>[] {Rows.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(mistake.verb())) {
                        return mistake.answer();
                    }
                    try {
                        return method.invoke(rows, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
