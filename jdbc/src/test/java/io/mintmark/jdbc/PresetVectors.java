package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.counter.BlockRule;
import io.mintmark.counter.Reservation;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.range.Range;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Every preset against what its product was seen to do, on one real database.
 *
 * <p>{@code blocks.csv} says what one client reserves, in order, and what the counter holds after each; {@code
 * two-clients.csv} what two clients issue in turn, and the first number after a restart. Both were measured with the
 * products on H2, or derived from their sources and tests where no runtime was at hand.
 */
abstract class PresetVectors {
    private static final int IDS_EACH = 25;

    abstract TestDatabase database();

    @ParameterizedTest(name = "{0}({1}) from {2} at {3}: {4}")
    @CsvFileSource(resources = "blocks.csv", delimiter = '|', numLinesToSkip = 1)
    void shouldReserveWhatOneClientReserves(Preset preset, long setting, long first, long stored, String steps) {
        CounterDescription counter = counterOf(preset, setting, first, stored);
        JdbcCounter source = database().ranges().counter(counter).build();

        for (String step : steps.split("; ", -1)) {
            String[] numbers = step.split("\\.\\.|>", -1);
            long low = Long.parseLong(numbers[0]);
            long high = Long.parseLong(numbers[1]);
            Range range = source.reserve(high - low + 1);

            assertThat(range.low() + ".." + range.high() + ">" + database().stored(source.description()))
                    .isEqualTo(step);
        }
    }

    @ParameterizedTest(name = "{0}({1}) from {2} at {3}: A {4}, B {5}, then {6}")
    @CsvFileSource(resources = "two-clients.csv", delimiter = '|', numLinesToSkip = 1)
    void shouldIssueWhatTwoClientsIssue(
            Preset preset, long setting, long first, long stored, String a, String b, long then) {
        CounterDescription counter = counterOf(preset, setting, first, stored);
        Client clientA = new Client(counter);
        Client clientB = new Client(counter);

        for (int turn = 0; turn < IDS_EACH; turn++) {
            clientA.issue();
            clientB.issue();
        }

        assertThat(clientA.runs()).isEqualTo(a);
        assertThat(clientB.runs()).isEqualTo(b);
        assertThat(new Client(counter).issue()).isEqualTo(then);
    }

    private CounterDescription counterOf(Preset preset, long setting, long first, long stored) {
        CounterDescription counter = preset.counter(setting);
        BlockRule rule = counter.rule();
        CounterDescription from = first == 1 ? counter : counter.startingAt(first);
        if (counter.access() instanceof CounterAccess.Row) {
            return database().newTable(from, "BIGINT", stored);
        }
        long increment = rule.kind().needsIncrementOfSize() ? rule.size() : 1;
        String sequence = database().newSequence(first, increment);
        if (stored != first) {
            database().execute("ALTER SEQUENCE " + sequence + " RESTART WITH " + stored);
        }
        return from.sequence(sequence);
    }

    /** A program of its own, which reserves as many numbers as the product would. */
    private final class Client {
        private final JdbcCounter source;
        private final List<Long> issued = new ArrayList<>();
        private long next = 1;
        private long last;

        Client(CounterDescription counter) {
            source = database().ranges().counter(counter).build();
        }

        long issue() {
            if (next > last) {
                Range range = source.reserve(productsSize());
                next = range.low();
                last = range.high();
            }
            issued.add(next);
            return next++;
        }

        private long productsSize() {
            CounterDescription counter = source.description();
            long value = database().stored(counter) + counter.meaning().toValue(counter.rule());
            return counter.rule()
                    .block(value)
                    .map(Reservation::size)
                    .orElse(counter.rule().size());
        }

        String runs() {
            StringBuilder runs = new StringBuilder();
            for (int from = 0, to = 1; to <= issued.size(); to++) {
                if (to == issued.size() || issued.get(to) != issued.get(to - 1) + 1) {
                    runs.append(runs.isEmpty() ? "" : ", ").append(issued.get(from));
                    runs.append(to - 1 > from ? ".." + issued.get(to - 1) : "");
                    from = to;
                }
            }
            return runs.toString();
        }
    }
}
