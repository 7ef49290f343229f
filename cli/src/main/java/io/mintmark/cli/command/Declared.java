package io.mintmark.cli.command;

import io.mintmark.cli.terminal.BadValueException;
import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.FoundCounter;
import io.mintmark.jdbc.Preset;
import io.mintmark.jdbc.database.CounterAccess;
import io.mintmark.jdbc.database.UnsafeCounterException;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;

/**
 * A program as {@code --as} names it: a preset and what it is configured with, {@code efcore:10}.
 *
 * @param preset how the program counts
 * @param setting the number it is configured with, as the product takes it
 */
record Declared(Preset preset, long setting) {

    /** Reads {@code preset} or {@code preset:setting}. */
    static final class Converter implements ITypeConverter<Declared> {
        private static final int NEAREST_MAX = 3;

        @Override
        public Declared convert(String text) {
            int colon = text.indexOf(':');
            String id = colon < 0 ? text : text.substring(0, colon);
            Preset preset = Preset.called(id)
                    .orElseThrow(() -> new BadValueException("must begin with a preset that is known: " + id
                            + "; did you mean " + nearest(id) + "? docs/jdbc.md has all"));
            return new Declared(
                    preset, colon < 0 ? preset.defaultSetting() : number(preset, text.substring(colon + 1)));
        }

        private static long number(Preset preset, String text) {
            try {
                long number = Long.parseLong(text);
                if (number >= 1 && number <= Integer.MAX_VALUE) {
                    return number;
                }
            } catch (NumberFormatException e) {
                // Told below.
            }
            throw new BadValueException(
                    "must end with the number the program is configured with, from 1 to 2147483647, but ends with '"
                            + text + "': write " + preset.id() + ":" + preset.defaultSetting() + ", or " + preset.id()
                            + " alone for that");
        }

        private static String nearest(String id) {
            return Preset.nearest(id, NEAREST_MAX).stream().map(Preset::id).collect(Collectors.joining(", "));
        }
    }

    /**
     * Returns the program as one that counts with what was found, or empty if it keeps its counters elsewhere.
     *
     * @throws UnsafeCounterException if nobody can share a counter with it: see {@link #refusal}
     */
    Optional<CounterDescription> on(FoundCounter found) {
        return found.as(counter());
    }

    /** Marten's function moves the row that others see, by the row's own rule. */
    CounterDescription counter() {
        return preset == Preset.MARTEN ? Preset.MARTEN_ROW.counter(setting) : preset.counter(setting);
    }

    /** Returns why nobody can share a counter with it, if that is so. */
    Optional<String> refusal() {
        try {
            CounterAccess ignored = counter().access();
            return Optional.empty();
        } catch (UnsafeCounterException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns what it counts with by default, in words; throws if it cannot be shared. */
    String place() {
        CounterAccess access = counter().access();
        return access instanceof CounterAccess.Row row
                ? "the column " + row.column() + " of a table " + row.name()
                : "a sequence";
    }

    /** Returns it as it was typed. */
    @Override
    public String toString() {
        return preset.id() + ":" + setting;
    }
}
