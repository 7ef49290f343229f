package io.mintmark.storage.postgresql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storage.ChangeListener;
import io.mintmark.storage.Storage;
import io.mintmark.storage.StorageEngine.Removal;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Lease;
import io.mintmark.storage.write.RangeRequest;
import io.mintmark.support.Eventually;
import io.mintmark.support.Party;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node that is cut off gives nothing out that a database which was dropped and made anew elsewhere gives out, too. */
@Timeout(60)
class FormerAheadTest {
    private static Lease reserve(Storage storage) {
        return storage.submit(new RangeRequest(CounterName.ofTag("orders"), 0, 32, null), Party.NOBODY)
                .await();
    }

    private static long counter(String url) {
        return Long.parseLong(TestEngine.ask(url, "SELECT max(max) FROM counter"));
    }

    @Test
    void shouldBeginAboveWhatANodeThatIsCutOffGivesOut() throws IOException {
        String url = TestPostgres.fresh();
        try (WireCutter wire = new WireCutter(WireCutter.portOf(url));
                PostgresEngine other = TestEngine.open(url, "B", TestEngine.BRISK);
                PostgresEngine cutOff = TestEngine.open(wire.through(url), "A", TestEngine.BRISK);
                Storage open = cutOff.open(cutOff.create("shop", "{}".getBytes(UTF_8)), ChangeListener.NOBODY)) {
            Eventually.until(() -> reserve(open).high() < counter(url));
            wire.cutAll();
            assertThat(other.delete("shop", Removal.ERASE)).isTrue();
            try (Storage anew = other.open(other.create("shop", "{}".getBytes(UTF_8)))) {
                long begin = reserve(anew).low();

                long last = 0;
                for (int range = 0; range < 20; range++) {
                    last = reserve(open).high();
                }
                assertThat(last)
                        .as("what the cut off node gives out lies below the new life")
                        .isLessThan(begin);
            }
            wire.mend();
        }
    }
}
