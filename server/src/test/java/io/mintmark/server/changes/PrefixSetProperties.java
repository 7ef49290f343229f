package io.mintmark.server.changes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

/** The set of prefixes beside a search through all of them. */
class PrefixSetProperties {
    @Property
    void shouldFindAPrefixExactlyWhereThereIsOne(
            @ForAll @Size(max = 12) List<@StringLength(min = 1, max = 6) @CharRange(from = 'a', to = 'c') String> prefixes,
            @ForAll @Size(max = 4) List<@StringLength(min = 1, max = 6) @CharRange(from = 'a', to = 'c') String> removed,
            @ForAll @StringLength(max = 8) @CharRange(from = 'a', to = 'c') String text) {
        PrefixSet set = new PrefixSet();
        prefixes.forEach(set::add);
        removed.forEach(set::remove);

        boolean expected =
                prefixes.stream().filter(prefix -> !removed.contains(prefix)).anyMatch(text::startsWith);
        assertThat(set.hasPrefixOf(text)).isEqualTo(expected);
    }

    /** A thousand prefixes that have ever more in common with the text, and none of which begins it. */
    @Example
    void shouldCompareAFewWhateverTheyHaveInCommon() {
        AtomicInteger compared = new AtomicInteger();
        PrefixSet set = new PrefixSet((a, b) -> {
            compared.incrementAndGet();
            return a.compareTo(b);
        });
        String text = "a".repeat(1_000);
        for (int i = 0; i < 1_000; i++) {
            set.add(text.substring(0, i) + ' ');
        }

        compared.set(0);
        assertThat(set.hasPrefixOf(text)).isFalse();

        assertThat(compared).hasValueLessThan(20);
    }
}
