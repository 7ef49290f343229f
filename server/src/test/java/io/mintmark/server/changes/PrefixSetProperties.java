package io.mintmark.server.changes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
}
