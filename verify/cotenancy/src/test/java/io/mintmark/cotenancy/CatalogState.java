package io.mintmark.cotenancy;

import io.mintmark.jdbc.CounterDescription;
import io.mintmark.jdbc.Preset;
import java.util.List;
import java.util.function.BiFunction;

/**
 * One counter in some state, which may be one that nobody should count with.
 *
 * @param object the name of its sequence or table
 * @param text what it is, for people
 * @param statements what makes it
 * @param programs which programs could count with it, such as {@code efcore:10}
 * @param place names the object in a program's description
 */
record CatalogState(
        String object,
        String text,
        List<String> statements,
        List<String> programs,
        BiFunction<CounterDescription, String, CounterDescription> place) {

    /** Returns a program as one that counts with it. */
    CounterDescription described(String program) {
        int colon = program.indexOf(':');
        Preset preset = Preset.called(program.substring(0, colon)).orElseThrow();
        return place.apply(preset.counter(Long.parseLong(program.substring(colon + 1))), object);
    }

    @Override
    public String toString() {
        return text + " (" + object + ")";
    }
}
