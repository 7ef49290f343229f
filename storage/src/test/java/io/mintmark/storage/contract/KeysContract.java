package io.mintmark.storage.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.counter.ExhaustedException;
import io.mintmark.storage.row.Ticks;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.CounterRaise;
import io.mintmark.storage.write.IdentityRequest;
import io.mintmark.storage.write.KeyedAnswer;
import io.mintmark.storage.write.KeyedWrite;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.storage.write.RequestKey;
import io.mintmark.storage.write.RequestKeyException;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an engine must do that remembers keys of requests, so that each takes place once. */
public interface KeysContract extends OpenedStorage {
    /** Returns a request for 10 numbers of a counter. */
    static KeyedWrite<Lease> range(String key, String tag) {
        return new KeyedWrite<>(
                new RequestKey(key, tag, "note of " + key), new RangeRequest(CounterName.ofTag(tag), 0, 10, "test"));
    }

    /** Returns a request for a number of an identity. */
    static KeyedWrite<Long> number(String key, String name) {
        return new KeyedWrite<>(new RequestKey(key, name, ""), new IdentityRequest(name, null));
    }

    /** Times are kept to 100 ns. */
    private static Lease kept(Lease lease) {
        Instant time = Ticks.toInstant(Ticks.of(lease.reservedAt()));
        return new Lease(lease.serial(), lease.low(), lease.high(), lease.node(), time);
    }

    @Test
    default void shouldDrawOnceForAKey() {
        KeyedAnswer<Lease> first = storage().write(range("one", "orders"));
        assertThat(first.repeated()).isFalse();
        assertThat(first.answer().low()).isEqualTo(1);
        assertThat(first.answer().high()).isEqualTo(10);

        KeyedAnswer<Lease> again = storage().write(range("one", "orders"));

        assertThat(again).isEqualTo(new KeyedAnswer<>(kept(first.answer()), "note of one", true));
        assertThat(storage().write(range("two", "orders")).answer().low()).isEqualTo(11);
        assertThat(reserve("orders").low()).isEqualTo(21);
        assertThat(storage().write(number("one in words", "bills")).answer()).isEqualTo(1);
        assertThat(storage().write(number("one in words", "bills"))).isEqualTo(new KeyedAnswer<>(1L, "", true));
        assertThat(next("bills")).isEqualTo(2);
    }

    @Test
    default void shouldGiveAKeyTheSameAnswerAlsoAfterAReopening() {
        KeyedAnswer<Lease> first = storage().write(range("one", "orders"));
        long number = storage().write(number("two", "bills")).answer();
        reopen();

        assertThat(storage().write(range("one", "orders")).answer()).isEqualTo(kept(first.answer()));
        assertThat(storage().write(number("two", "bills")).answer()).isEqualTo(number);
        assertThat(reserve("orders").low()).isEqualTo(first.answer().high() + 1);
        assertThat(next("bills")).isEqualTo(number + 1);
    }

    @Test
    default void shouldAnswerRequestsOfAKeyAlikeThatComeTogether() {
        for (int round = 0; round < 20; round++) {
            String key = "key " + round;
            List<Pending<KeyedAnswer<Lease>>> sent = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                sent.add(storage().submit(range(key, "orders"), Party.NOBODY));
            }
            assertThat(sent.stream().map(each -> each.await().answer().low()).distinct())
                    .containsExactly(1 + 10L * round);
        }
    }

    @Test
    default void shouldRefuseAKeyThatCameWithAnotherRequest() {
        Lease first = storage().write(range("one", "orders")).answer();

        assertThatThrownBy(() -> storage().write(range("one", "bills")))
                .isInstanceOf(RequestKeyException.class)
                .hasMessageContaining("came with another request");

        assertThat(reserve("bills").low()).as("nothing was drawn").isEqualTo(1);
        assertThat(storage().write(range("one", "orders")).answer()).isEqualTo(kept(first));
    }

    @Test
    default void shouldRememberNothingOfWhatWasRefused() {
        var ignored = storage()
                .write(new CounterRaise(CounterName.ofTag("full"), storage().ceiling()));
        assertThatThrownBy(() -> storage().write(range("one", "full"))).isInstanceOf(ExhaustedException.class);

        assertThat(storage().write(range("one", "orders")).repeated())
                .as("it was never good for anything else")
                .isFalse();
    }

    @Test
    default void shouldForgetKeysWithTheirDatabase() {
        storage().write(range("one", "orders"));
        recreate();

        assertThat(storage().write(range("one", "orders")).repeated()).isFalse();
    }
}
