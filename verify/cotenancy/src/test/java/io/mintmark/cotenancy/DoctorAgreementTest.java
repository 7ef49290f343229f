package io.mintmark.cotenancy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.mintmark.MintmarkException;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.database.ColumnType;
import io.mintmark.jdbc.database.CounterState;
import io.mintmark.jdbc.database.RowState;
import io.mintmark.jdbc.database.SequenceState;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One judgement, two doors: {@code build()} and the doctor say the same of every state that a catalog can show.
 *
 * <p>The broken twins are doctors that look past one thing each, and must be found out.
 */
final class DoctorAgreementTest {
    private static final int STATES_MIN = 60;

    @TempDir
    private Path directory;

    /** Returns whether a door calls a counter safe for a program; empty if it says nothing of it. */
    private static final class Word extends HashMap<String, Boolean> {
        private static final long serialVersionUID = 1L;

        void say(String object, String program, boolean safe) {
            put(key(object, program), safe);
        }

        Optional<Boolean> on(CatalogState state, String program) {
            return Optional.ofNullable(get(key(state.object(), program)));
        }

        private static String key(String object, String program) {
            String name = object.substring(object.lastIndexOf('.') + 1);
            return name.toLowerCase(Locale.ROOT) + " " + program;
        }
    }

    private static List<CatalogState> states(AgreementPlace.Kind kind) {
        List<CatalogState> states = new ArrayList<>(new RowStates(kind).all());
        if (kind.hasSequences()) {
            states.addAll(new SequenceStates(kind).all());
        }
        return states;
    }

    @ParameterizedTest
    @EnumSource(AgreementPlace.Kind.class)
    void shouldSayTheSameAtBothDoors(AgreementPlace.Kind kind) {
        List<CatalogState> states = states(kind);
        try (Place place = AgreementPlace.of(kind, directory)) {
            states.forEach(state -> place.execute(state.statements().toArray(String[]::new)));
            List<String> before = new Doctor(place).list();
            Map<String, String> refusals = new HashMap<>();
            Word builder = builder(place, states, refusals);
            Word doctor = doctor(place, states);

            List<String> disagreements = disagreements(states, builder, doctor, refusals);
            System.out.println(kind + ": " + states.size() + " states, " + builder.size() + " judgements, "
                    + refusals.size() + " refusals, " + unlisted(states, doctor) + " not listed, "
                    + disagreements.size() + " disagreements");

            assertThat(states).hasSizeGreaterThanOrEqualTo(STATES_MIN);
            assertThat(refusals).hasSizeGreaterThan(STATES_MIN / 2);
            assertThat(disagreements).isEmpty();
            assertThat(new Doctor(place).list()).as("building changes nothing").isEqualTo(before);
            requireFoundOut(place, states, builder, "increment", DoctorAgreementTest::stepOfOne);
            if (kind != AgreementPlace.Kind.SQLITE) { // whose integers all have 64 bits
                requireFoundOut(place, states, builder, "width", DoctorAgreementTest::wide);
            }
            if (kind.hasSequences()) {
                requireFoundOut(place, states, builder, "CYCLE", DoctorAgreementTest::withoutCycle);
            }
        }
    }

    private static long unlisted(List<CatalogState> states, Word doctor) {
        return states.stream()
                .mapToLong(state -> state.programs().stream()
                        .filter(program -> doctor.on(state, program).isEmpty())
                        .count())
                .sum();
    }

    private static Word builder(Place place, List<CatalogState> states, Map<String, String> refusals) {
        Word word = new Word();
        for (CatalogState state : states) {
            for (String program : state.programs()) {
                boolean built = built(place, state.described(program), state + " " + program, refusals);
                word.say(state.object(), program, built);
            }
        }
        return word;
    }

    private static boolean built(Place place, CounterDescription counter, String key, Map<String, String> refusals) {
        try {
            assertThat(place.ranges().counter(counter).build()).isNotNull();
            return true;
        } catch (MintmarkException | IllegalArgumentException e) {
            refusals.put(key, String.valueOf(e.getMessage()));
            return false;
        }
    }

    /** Asks the command once for each program. */
    private static Word doctor(Place place, List<CatalogState> states) {
        Word word = new Word();
        states.stream().flatMap(state -> state.programs().stream()).distinct().forEach(program -> {
            String json = new Doctor(place).examine("--as", program, "--json").out();
            try {
                for (JsonNode counter : new ObjectMapper().readTree(json).path("counters")) {
                    for (JsonNode verdict : counter.path("verdicts")) {
                        word.say(
                                counter.path("object").asText(),
                                program,
                                verdict.path("safe").asBoolean());
                    }
                }
            } catch (JsonProcessingException e) {
                throw new AssertionError(json, e);
            }
        });
        return word;
    }

    private static List<String> disagreements(
            List<CatalogState> states, Word builder, Word other, Map<String, String> refusals) {
        List<String> found = new ArrayList<>();
        for (CatalogState state : states) {
            for (String program : state.programs()) {
                boolean built = builder.on(state, program).orElseThrow();
                // A row that nobody inserted yet is not listed; build() inserts it where its owner would.
                if (other.on(state, program).orElse(built) != built) {
                    found.add(state + " as " + program + ": build() "
                            + (built ? "takes it" : "refuses: " + refusals.get(state + " " + program)));
                }
            }
        }
        return found;
    }

    private static void requireFoundOut(
            Place place, List<CatalogState> states, Word builder, String blindTo, UnaryOperator<CounterState> changed) {
        Word twin = new Word();
        for (FoundCounter found : place.ranges().discover(List.of()).counters()) {
            FoundCounter seen = new FoundCounter(found.description(), changed.apply(found.state()), found.note());
            String object = found.description().access().name().toString();
            states.stream()
                    .filter(state -> object.toLowerCase(Locale.ROOT).endsWith(state.object()))
                    .forEach(state -> state.programs()
                            .forEach(program -> seen.as(state.described(program))
                                    .ifPresent(as -> twin.say(
                                            object,
                                            program,
                                            seen.assess(as).refusal().isEmpty()))));
        }
        assertThat(disagreements(states, builder, twin, Map.of()))
                .as("a doctor blind to " + blindTo)
                .isNotEmpty();
    }

    private static CounterState withoutCycle(CounterState state) {
        return state instanceof SequenceState s
                ? new SequenceState(
                        s.start(), s.increment(), s.next(), s.last(), false, s.cache(), s.ended(), s.plainColumn())
                : state;
    }

    private static CounterState wide(CounterState state) {
        return state instanceof RowState row && row.column().isWhole()
                ? new RowState(
                        new ColumnType(true, Long.MAX_VALUE, row.column().name()), row.rows(), row.stored(), row.step())
                : state;
    }

    private static CounterState stepOfOne(CounterState state) {
        return state instanceof RowState row
                ? new RowState(row.column(), row.rows(), row.stored(), Optional.of(1))
                : state;
    }
}
