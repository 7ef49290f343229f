package io.mintmark.cli;

import io.mintmark.cli.terminal.Amounts;
import io.mintmark.cli.terminal.Values;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Defaults as people type them: {@code 8k} instead of 8192.
 *
 * <p>A default stands in one place, the settings of the server; help and documentation are made from it.
 */
final class DefaultTexts {
    private static final String PLACE = "${DEFAULT-VALUE}";
    private static final String SIZE_UNITS = "kmg";
    private static final int SIZE_STEP = 1_024;

    private DefaultTexts() {}

    /** Writes the defaults into the descriptions of a command's options, and shows the rare ones if {@code all}. */
    static void describe(CommandSpec command, boolean all) {
        for (OptionSpec option : List.copyOf(command.options())) {
            command.remove(option);
            command.addOption(option.toBuilder()
                    .description(description(option))
                    .hidden(option.hidden() && !all)
                    .build());
        }
    }

    private static String[] description(OptionSpec option) {
        // The builder has the text as it was written; the option's own has picocli's spelling of the default in it.
        String[] lines = option.toBuilder().description().clone();
        for (int i = 0; i < lines.length; i++) {
            lines[i] = lines[i].replace(PLACE, Objects.requireNonNullElse(text(option), "none"));
        }
        return lines;
    }

    /** Returns whether the option's help names its default as a value, and not in words. */
    static boolean isShown(OptionSpec option) {
        return String.join("", option.toBuilder().description()).contains(PLACE);
    }

    /** Returns what to type for the same value, or null if the option has none. */
    static @Nullable String text(OptionSpec option) {
        Object value = option.initialValue();
        if (value == null) {
            return null;
        }
        if (value instanceof Duration period) {
            return text(period);
        }
        if (value instanceof Path path) {
            return path.isAbsolute()
                    ? path.toString()
                    : Path.of(".").resolve(path).toString();
        }
        return value instanceof Number number && isSize(option) ? size(number.longValue()) : spelled(value);
    }

    private static String spelled(Object value) {
        return value instanceof Values.Switch ? value.toString().toLowerCase(Locale.ROOT) : value.toString();
    }

    private static boolean isSize(OptionSpec option) {
        for (ITypeConverter<?> converter : option.converters()) {
            if (converter instanceof Amounts.Size || converter instanceof Amounts.LargeSize) {
                return true;
            }
        }
        return false;
    }

    private static String size(long bytes) {
        long rest = bytes;
        int unit = 0;
        while (unit < SIZE_UNITS.length() && rest >= SIZE_STEP && rest % SIZE_STEP == 0) {
            rest /= SIZE_STEP;
            unit++;
        }
        return unit == 0 ? Long.toString(rest) : rest + SIZE_UNITS.substring(unit - 1, unit);
    }

    private static String text(Duration period) {
        if (period.toSecondsPart() > 0) {
            return period.toSeconds() + "s";
        }
        if (period.toMinutesPart() > 0) {
            return period.toMinutes() + "m";
        }
        return period.toHoursPart() > 0 ? period.toHours() + "h" : period.toDays() + "d";
    }
}
