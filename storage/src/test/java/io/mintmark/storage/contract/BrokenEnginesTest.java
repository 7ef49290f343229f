package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.bucket.BucketDatabase;
import io.mintmark.storage.bucket.BucketMistake;
import io.mintmark.storage.contract.SpoiltRows.Verb;
import io.mintmark.storage.memory.MemoryEngine;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/** The twins: an engine that forgets one thing of its rows breaks the contract. */
class BrokenEnginesTest {
    /**
     * A way to be broken, and the test that must notice it.
     *
     * @param verb the verb that is spoilt
     */
    private record Mistake(Verb verb, Consumer<StorageContract> noticedBy) {
        @Override
        public String toString() {
            return verb.name();
        }
    }

    /** The same of an engine that has no transactions. */
    private record BucketTwin(BucketMistake mistake, Consumer<StorageContract> noticedBy) {
        @Override
        public String toString() {
            return mistake.name();
        }
    }

    /** An engine of its own for each test. */
    private static final class Broken extends StorageContract {
        private final StorageEngine engine;

        Broken(StorageEngine engine) {
            this.engine = engine;
        }

        @Override
        protected StorageEngine start() {
            return engine;
        }
    }

    static Stream<Mistake> mistakes() {
        return Stream.of(
                new Mistake(Verb.UNDO, BatchesContract::shouldUndoABatchThatIsRefusedHalfWay),
                new Mistake(Verb.UNDO, BatchesContract::shouldShowARefusedBatchToNobody),
                new Mistake(Verb.MARK, BatchesContract::shouldUndoABatchThatIsRefusedHalfWay),
                new Mistake(Verb.REMEMBER, IdentitiesContract::shouldMoveAnIdentityOnceForARepeatedSeed),
                new Mistake(Verb.SET_IDENTITY, IdentitiesContract::shouldNumberEachIdentityFromOneWhateverItsSpelling),
                new Mistake(Verb.OPEN_LEASE_BEFORE, CountersContract::shouldTakeUnusedRangesBackOneByOneByTheirTokens),
                new Mistake(Verb.HIGHEST_END_BEFORE, CountersContract::shouldTakeNothingBackOfADeletedDatabase),
                new Mistake(Verb.CHANGED, CountersContract::shouldRememberCountersAndOpenLeasesWhenItIsOpenedAgain),
                new Mistake(Verb.DRAW_LEASE_SERIAL, CountersContract::shouldReserveOneRangeAfterTheOther),
                new Mistake(Verb.DRAW_LEASE_SERIALS, AheadContract::shouldDrawASerialForEachRangeThatIsCutAhead),
                new Mistake(Verb.ADD_LEASE, HoldersContract::shouldNameTheHolderOfALeaseAlsoLater),
                new Mistake(Verb.ADD_LEASE, HoldersContract::shouldSayWhatMadeAGap),
                new Mistake(Verb.PASS_OVER, HoldersContract::shouldSayWhatMadeAGap),
                new Mistake(Verb.PASS_OVER, HoldersContract::shouldNotTakeANumberForAGapThatWentBackBelowARaise),
                new Mistake(Verb.END_RESERVATION, HoldersContract::shouldSayThatWhatIsNotTakenBackIsAGap),
                new Mistake(
                        Verb.ADD_CHUNK, HoldersContract::shouldSayOfNumbersAheadOnlyWhoReservedThemUntilTheyAreLogged),
                new Mistake(Verb.COUNT, DocumentsContract::shouldCountDocumentsByCollection),
                new Mistake(Verb.NOTE, DocumentsContract::shouldTellWhatChangedInTheOrderOfCommits),
                new Mistake(Verb.REMOVE, DocumentsContract::shouldRememberDocumentsWhenItIsOpenedAgain),
                new Mistake(Verb.DOCUMENT, BatchesContract::shouldNotReplaceADocumentWhoseIdItWouldMake),
                new Mistake(Verb.DRAW_ETAG, DocumentsContract::shouldGiveEachWriteAVersionOfItsOwn));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void shouldBeNoticed(Mistake mistake) {
        assertNoticed(spoilt(mistake.verb()), mistake.noticedBy());
    }

    static Stream<BucketTwin> mistakesWithoutTransactions() {
        return Stream.of(
                new BucketTwin(
                        BucketMistake.SETS_WITHOUT_COMPARING, CountersContract::shouldReserveOneRangeAfterTheOther),
                new BucketTwin(
                        BucketMistake.SETS_WITHOUT_COMPARING,
                        IdentitiesContract::shouldNumberEachIdentityFromOneWhateverItsSpelling),
                new BucketTwin(BucketMistake.TAKES_ANY_RETURN, CountersContract::shouldTakeAReturnOnce),
                new BucketTwin(
                        BucketMistake.TAKES_ANY_RETURN, CountersContract::shouldSayWhyAReturnIsRefusedAndChangeNothing),
                new BucketTwin(
                        BucketMistake.SPLITS_BATCHES, BatchesContract::shouldUndoABatchOfOneBucketThatIsRefusedHalfWay),
                new BucketTwin(
                        BucketMistake.TAKES_ANY_BATCH, BatchesContract::shouldHoldABatchOverTwoBucketsOrRefuseItByName),
                new BucketTwin(
                        BucketMistake.FORGETS_ANSWERS,
                        IdentitiesContract::shouldGiveARepeatedRequestTheSameNumberAlsoAfterAReopening));
    }

    @ParameterizedTest
    @MethodSource("mistakesWithoutTransactions")
    void shouldBeNoticedWithoutTransactions(BucketTwin twin) {
        assertNoticed(BucketDatabase.engine(twin.mistake()), twin.noticedBy());
    }

    private static void assertNoticed(StorageEngine engine, Consumer<StorageContract> noticedBy) {
        StorageContract broken = new Broken(engine);
        broken.open();
        try {
            assertThatThrownBy(() -> noticedBy.accept(broken)).isInstanceOf(AssertionError.class);
        } finally {
            broken.close();
        }
    }

    /** A skip is no pass: what an engine declares that it has not is named, with the test that is skipped for it. */
    @Test
    void shouldSayWhichTestIsSkippedForADeclaration() {
        StorageContract able = new Broken(BucketDatabase.engine(BucketMistake.NONE));
        able.open();
        try {
            assertThatThrownBy(able::shouldUndoABatchThatIsRefusedHalfWay)
                    .isInstanceOf(TestAbortedException.class)
                    .hasMessageContainingAll(
                            "shouldUndoABatchThatIsRefusedHalfWay", "declares", "documents of several buckets");
        } finally {
            able.close();
        }
    }

    /** A new life that begins at one gives out what a node that is cut off gives out, too. */
    private static final class BeginningAtOne extends StorageContract implements LivesContract {
        private final MemoryEngine memory = spoilt(Verb.BEGINS_ABOVE);

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

    /** Keys that are stored in another commit than what was drawn for them. */
    private static final class KeepingKeysLater extends StorageContract implements KeysContract {
        private final MemoryEngine memory = spoilt(Verb.REMEMBER_KEY);

        @Override
        protected StorageEngine start() {
            return memory;
        }
    }

    static Stream<Consumer<KeysContract>> testsOfKeys() {
        return Stream.of(
                KeysContract::shouldGiveAKeyTheSameAnswerAlsoAfterAReopening,
                KeysContract::shouldAnswerRequestsOfAKeyAlikeThatComeTogether);
    }

    @ParameterizedTest
    @MethodSource("testsOfKeys")
    void shouldNoticeKeysThatAreStoredApart(Consumer<KeysContract> noticedBy) {
        KeepingKeysLater broken = new KeepingKeysLater();
        broken.open();
        try {
            assertThatThrownBy(() -> noticedBy.accept(broken)).isInstanceOf(AssertionError.class);
        } finally {
            broken.close();
        }
    }

    private static MemoryEngine spoilt(Verb verb) {
        return new MemoryEngine((home, tables, source, changes) -> new SpoiltRows(verb, home, tables, source, changes));
    }
}
