package io.mintmark.lab.cuts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RegisterTest {
    private final Register register = new Register();

    @Test
    void shouldPermitAbsenceBeforeAnythingWasAcknowledged() {
        set("a", 10, 20);

        assertThat(register.permittedAt(10)).containsOnly((String) null);
        assertThat(register.permittedAt(15)).containsOnly(null, "a");
    }

    @Test
    void shouldPermitNothingOlderThanWhatWasAcknowledged() {
        set("a", 10, 20);
        set("b", 30, 40);

        assertThat(register.permittedAt(20)).containsOnly("a");
        assertThat(register.permittedAt(31)).containsOnly("a", "b");
        assertThat(register.permittedAt(40)).containsOnly("b");
    }

    @Test
    void shouldPermitWhatFailedForEver() {
        set("a", 10, 20);
        register.set(new Effect(30), null);

        assertThat(register.permittedAt(1_000)).containsOnly("a", null);
    }

    private void set(String value, long begun, long ended) {
        Effect effect = new Effect(begun);
        register.set(effect, value);
        effect.acknowledge(ended);
    }
}
