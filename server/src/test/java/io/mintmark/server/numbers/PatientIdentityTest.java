package io.mintmark.server.numbers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.storage.StorageEngine.Outage;
import io.mintmark.storage.StorageUnreachableException;
import io.mintmark.support.Party;
import io.mintmark.support.Pending;
import io.mintmark.web.http.ApiException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PatientIdentityTest {
    /** Each outage is a new one, which has lasted for a second at most. */
    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldWaitNoLongerWhereTheEngineComesAndGoes() {
        AtomicLong now = new AtomicLong();
        Outage latest = new Outage(Outage.Kind.FULL, Duration.ofSeconds(1));

        Pending<Long> number = PatientIdentity.of(
                party -> {
                    throw new StorageUnreachableException("It is full.", new IllegalStateException("full"));
                },
                Party.NOBODY,
                () -> Optional.of(latest),
                () -> now.addAndGet(Duration.ofSeconds(1).toNanos()));

        assertThatThrownBy(number::await)
                .isInstanceOf(ApiException.class)
                .hasMessageContaining("within 4 s")
                .hasMessageContaining("It is full.");
    }
}
