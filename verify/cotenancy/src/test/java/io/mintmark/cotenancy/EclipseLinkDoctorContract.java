package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The doctor on databases that a living EclipseLink made, on one server. */
abstract class EclipseLinkDoctorContract {
    private static final Map<String, String> AT_NEXTVAL =
            Map.of("eclipselink.sequencing.start-sequence-at-nextval", "true");

    private @SuppressWarnings("NullAway.Init") Place place;

    abstract Engine engine();

    /** Returns whether the sequences that EclipseLink makes there show their next value. */
    abstract boolean showsNextValue();

    @BeforeEach
    void start() {
        place = engine().newDatabase();
    }

    @AfterEach
    void stop() {
        if (place != null) {
            place.close();
        }
    }

    @Test
    void shouldListWhatEclipseLinkCountsWith() {
        try (JpaUnit unit = JpaUnit.eclipseLink(place, Map.of())) {
            assertThat(unit.ids(EclipseLinkEntities.OfTable::new).getAsLong()).isEqualTo(1);

            String at = showsNextValue() ? ", at 10" : "";
            assertThat(new Doctor(place).list())
                    .contains("sequence " + place.sequence("link_sequence") + at
                            + ", increment 10: blocks of 10, low or high: ask its programs")
                    .anyMatch(line -> line.matches("(?i)named row SEQUENCE link_table, at 10: EclipseLink"));
        }
    }

    @Test
    void shouldForetellTheFirstNumberThatTwoReadingsOfARowRepeat() {
        requireCollisionAt11("SEQUENCE", "eclipselink-table", EclipseLinkEntities.OfTable::new);
    }

    @Test
    void shouldForetellTheFirstNumberThatTwoReadingsOfASequenceRepeat() {
        if (showsNextValue()) {
            requireCollisionAt11(place.sequence("link_sequence"), "eclipselink", EclipseLinkEntities.OfSequence::new);
        }
    }

    /** Its values may be in somebody's cache, so nobody knows which comes next, and the doctor does not guess. */
    @Test
    void shouldNotForetellWhereTheNextValueIsHidden() {
        if (!showsNextValue()) {
            try (JpaUnit unit = JpaUnit.eclipseLink(place, Map.of())) {
                Doctor.Verdict verdict = new Doctor(place)
                        .judge(place.sequence("link_sequence"), "eclipselink:10", "eclipselink-at-nextval:10");

                assertThat(unit.ids(EclipseLinkEntities.OfSequence::new).getAsLong())
                        .isEqualTo(1);
                assertThat(verdict.safe()).isFalse();
                assertThat(verdict.firstDuplicate()).as(verdict.text()).isZero();
                assertThat(verdict.text()).contains("caches values");
            }
        }
    }

    private void requireCollisionAt11(String counter, String program, Supplier<? extends Identified> entity) {
        try (JpaUnit normal = JpaUnit.eclipseLink(place, Map.of());
                JpaUnit other = JpaUnit.eclipseLink(place, AT_NEXTVAL)) {
            Judgement.requireCollision(
                    place,
                    counter,
                    program + ":10",
                    normal.ids(entity),
                    program + "-at-nextval:10",
                    other.ids(entity),
                    11);
        }
    }
}
