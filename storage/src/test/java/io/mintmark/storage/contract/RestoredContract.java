package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.LeaseToken;
import io.mintmark.counter.ReturnRule;
import io.mintmark.storage.Setting;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.StorageFailedException;
import io.mintmark.storage.document.DocumentChange;
import io.mintmark.storage.lease.NumberAnswer;
import io.mintmark.storage.lease.NumberAnswer.Cause;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What every engine that outlasts its process must do once an older copy of it was put back and raised: nothing comes twice that
 * the lost life gave out.
 */
@Timeout(120)
public abstract class RestoredContract {
    static final long BY = 100_000;

    private static final byte[] RECORD = {'{', '}'};

    /** Returns the engine over what it kept when it was closed before. */
    protected abstract StorageEngine start();

    /** Returns the same engine, with a witness that neither the copy has nor putting it back takes away. */
    protected abstract StorageEngine startWitnessed();

    /** Copies everything of the engine, which is closed. */
    protected abstract void copy();

    /** Puts the copy in the place of what is there. */
    protected abstract void putBack();

    /** Raises what belongs to no database, and every database, by {@link #BY}. */
    protected abstract void raise();

    /** One open database. */
    private record Opened(StorageEngine engine, Storage storage) implements OpenedStorage, AutoCloseable {
        @Override
        public void reopen() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void recreate() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void listen() {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<DocumentChange> heard() {
            throw new UnsupportedOperationException();
        }

        /** Returns the number in an id that the engine makes. */
        long madeId() {
            String id = put("made/", "{}").id().text();
            return Long.parseLong(id.substring("made/".length(), id.lastIndexOf('-')));
        }

        @Override
        public void close() {
            storage.close();
            engine.close();
        }
    }

    private Opened open(String name) {
        return open(start(), name);
    }

    private static Opened open(StorageEngine engine, String name) {
        try {
            return new Opened(engine, engine.open(engine.database(name).orElseGet(() -> engine.create(name, RECORD))));
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    private void loseWhatFollows() {
        open("shop").close();
        copy();
    }

    @Test
    void shouldBeginADatabaseAboveWhatALostOneOfItsNameGave() {
        loseWhatFollows();
        Lease lost;
        LeaseToken token;
        long identity;
        long made;
        try (Opened later = open("later")) {
            lost = later.reserve("orders");
            token = later.token(lost);
            identity = later.next("bills");
            made = later.madeId();
        }
        putBack();
        raise();

        try (Opened later = open("later")) {
            Lease lease = later.reserve("orders");
            assertThat(lease.low()).isGreaterThan(lost.high()).isGreaterThan(BY);
            assertThat(lease.serial()).isNotEqualTo(lost.serial());
            assertThat(later.token(lease)).isNotEqualTo(token);
            assertThat(later.next("bills")).isGreaterThan(identity).isGreaterThan(BY);
            assertThat(later.madeId()).isGreaterThan(made).isGreaterThan(BY);
            assertThat(later.giveBack("orders", 10, lost.high(), null)).isInstanceOf(ReturnRule.Verdict.Refused.class);
            assertThat(later.giveBack("orders", 10, lost.high(), token)).isInstanceOf(ReturnRule.Verdict.Refused.class);
            assertThat(later.reserve("orders").low()).isEqualTo(lease.high() + 1);
        }
    }

    private static NumberAnswer holderOf(Opened shop, long number) {
        return shop.storage().holderOf(CounterName.ofTag("orders"), number);
    }

    private static Cause cause(NumberAnswer answer) {
        return ((NumberAnswer.Forgotten) answer).cause();
    }

    @Test
    void shouldNotClaimToKnowWhoGotANumberThatALostLifeMayHaveGivenOut() {
        Lease kept;
        try (Opened shop = open("shop")) {
            kept = shop.reserve("orders");
        }
        copy();
        try (Opened shop = open("shop")) {
            Lease lost = shop.reserve("orders");
            assertThat(holderOf(shop, lost.low())).isInstanceOf(NumberAnswer.Held.class);
        }
        putBack();
        raise();

        try (Opened shop = open("shop")) {
            assertThat(holderOf(shop, kept.low()))
                    .isInstanceOfSatisfying(
                            NumberAnswer.Held.class,
                            held -> assertThat(held.restored())
                                    .as("it may have been given back, and given out anew")
                                    .isNotNull());
            assertThat(cause(holderOf(shop, kept.high() + 1))).isEqualTo(Cause.RESTORED);
            assertThat(cause(holderOf(shop, kept.high() + BY))).isEqualTo(Cause.RESTORED);
            Lease next = shop.reserve("orders");
            assertThat(holderOf(shop, next.low()))
                    .isInstanceOfSatisfying(
                            NumberAnswer.Held.class,
                            held -> assertThat(held.restored()).isNull());
            Lease young = shop.reserve("young");
            assertThat(cause(shop.storage().holderOf(CounterName.ofTag("young"), young.low() - 1)))
                    .as("a counter that the copy does not know begins above what the lost life gave")
                    .isEqualTo(Cause.EARLIER_DATABASE);
        }
    }

    /** The lost client returns before anybody has reserved anew. */
    @Test
    void shouldTakeNoReturnOfALostLifeWhereTheCounterIsNotThereYet() {
        loseWhatFollows();
        Lease lost;
        try (Opened later = open("later")) {
            lost = later.reserve("orders");
        }
        putBack();
        raise();

        try (Opened later = open("later")) {
            assertThat(later.giveBack("orders", 10, lost.high(), null)).isInstanceOf(ReturnRule.Verdict.Refused.class);
            assertThat(later.reserve("orders").low()).isGreaterThan(BY);
        }
    }

    @Test
    void shouldRaiseWhatADatabaseThatTheCopyHasKnowsAndDoesNotKnow() {
        try (Opened shop = open("shop")) {
            shop.reserve("orders");
        }
        copy();
        LeaseToken token;
        Lease lost;
        try (Opened shop = open("shop")) {
            lost = shop.reserve("orders");
            token = shop.token(lost);
            shop.reserve("bills");
            shop.next("bills");
        }
        putBack();
        raise();

        try (Opened shop = open("shop")) {
            Lease lease = shop.reserve("orders");
            assertThat(lease.low()).isEqualTo(32 + BY + 1);
            assertThat(shop.token(lease)).isNotEqualTo(token);
            assertThat(shop.giveBack("orders", 40, lost.high(), token)).isInstanceOf(ReturnRule.Verdict.Refused.class);
            assertThat(shop.reserve("bills").low()).isGreaterThan(BY);
            assertThat(shop.next("bills")).isGreaterThan(BY);
        }
    }

    @Test
    void shouldBeginADatabaseAnewAboveWhatTheLostLifeOfADeletedOneGave() {
        try (Opened gone = open("gone")) {
            gone.reserve("orders");
        }
        delete("gone");
        copy();
        Lease lost;
        try (Opened gone = open("gone")) {
            lost = gone.reserve("orders", 0, 640);
        }
        putBack();
        raise();

        try (Opened gone = open("gone")) {
            Lease lease = gone.reserve("orders", 0, 640);
            assertThat(lease.low()).isGreaterThan(BY);
            assertThat(gone.giveBack("orders", 10, lost.high(), null)).isInstanceOf(ReturnRule.Verdict.Refused.class);
            assertThat(gone.giveBack("orders", lease.low(), lease.high(), null))
                    .as("a former life may have come as far as " + (BY + 32))
                    .isInstanceOf(ReturnRule.Verdict.Accepted.class);
        }
    }

    private void delete(String name) {
        try (StorageEngine engine = start()) {
            assertThat(engine.delete(name, Removal.ERASE)).isTrue();
        }
    }

    @Test
    void shouldGiveSettingsVersionsAboveThoseOfTheLostLife() {
        try (StorageEngine engine = start()) {
            Setting ignored = engine.putSetting("kept", RECORD);
        }
        copy();
        long lost;
        try (StorageEngine engine = start()) {
            Setting ignored = engine.putSetting("kept", new byte[] {'[', ']'});
            lost = engine.putSetting("new", RECORD).etag();
        }
        putBack();
        raise();

        try (StorageEngine engine = start()) {
            assertThat(engine.setting("kept").orElseThrow().etag()).isGreaterThan(lost);
            assertThat(engine.putSetting("new", RECORD).etag())
                    .isGreaterThan(engine.setting("kept").orElseThrow().etag());
        }
    }

    @Test
    void shouldGiveSettingsSuchVersionsAlsoWhereTheCopyHasNone() {
        loseWhatFollows();
        long lost;
        try (StorageEngine engine = start()) {
            lost = engine.putSetting("new", RECORD).etag();
        }
        putBack();
        raise();

        try (StorageEngine engine = start()) {
            assertThat(engine.putSetting("new", RECORD).etag()).isGreaterThan(lost);
        }
    }

    @Test
    void shouldServeNoCopyThatIsOlderThanItsWitnessUntilItWasRaised() {
        open(startWitnessed(), "shop").close();
        copy();
        Lease lost;
        long identity;
        try (Opened shop = open(startWitnessed(), "shop")) {
            lost = shop.reserve("orders");
            identity = shop.next("bills");
        }
        putBack();

        assertThatThrownBy(() -> open(startWitnessed(), "shop"))
                .isInstanceOf(StorageFailedException.class)
                .hasMessageContainingAll("older copy", "mintmark raise");

        raise();
        try (Opened shop = open(startWitnessed(), "shop")) {
            assertThat(shop.reserve("orders").low()).isGreaterThan(lost.high());
            assertThat(shop.next("bills")).isGreaterThan(identity);
        }
    }

    /** The twin: what is not raised comes again. */
    @Test
    void shouldRepeatWhatWasNotRaised() {
        loseWhatFollows();
        Lease lost;
        try (Opened later = open("later")) {
            lost = later.reserve("orders");
        }
        putBack();

        try (Opened later = open("later")) {
            assertThat(later.reserve("orders").low()).isEqualTo(lost.low());
        }
    }
}
