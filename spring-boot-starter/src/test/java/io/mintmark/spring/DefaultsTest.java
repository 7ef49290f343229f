package io.mintmark.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.hilo.HiLo;
import io.mintmark.range.InMemoryRanges;
import io.mintmark.range.Range;
import io.mintmark.range.RangeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** A default is the same number in the properties, in a generator without settings and in the documentation. */
final class DefaultsTest {
    private static final MintmarkProperties UNSET =
            new Binder(new MapConfigurationPropertySource()).bindOrCreate("mintmark", MintmarkProperties.class);

    @Test
    void shouldReserveFirstWhatAGeneratorWithoutSettingsReserves() {
        RecordingRanges source = new RecordingRanges();

        try (HiLo generator = HiLo.over(source).strict()) {
            generator.next();
        }

        assertThat(source.sizes.get(0)).isEqualTo(UNSET.rangeSize());
    }

    @Test
    void shouldBeDocumented() throws IOException {
        String rangeSize = String.format(Locale.ROOT, "%,d", UNSET.rangeSize());
        String rangeSizeMax = String.format(Locale.ROOT, "%,d", UNSET.rangeSizeMax());
        String seconds = String.valueOf(UNSET.deadline().toSeconds());

        assertThat(page("spring-boot.md"))
                .contains("| `mintmark.range-size` | " + rangeSize + " |")
                .contains("| `mintmark.range-size-max` | " + rangeSizeMax + " |")
                .contains("| `mintmark.deadline` | `" + seconds + "s` |");
        assertThat(page("hibernate.md"))
                .contains("| `mintmark.hibernate.range-size` | " + rangeSize + " |")
                .contains("| `mintmark.hibernate.range-size-max` | " + rangeSizeMax + " |")
                .contains("| `mintmark.hibernate.deadline` | `" + UNSET.deadline() + "` |");
        assertThat(page("generators.md"))
                .contains("| `rangeSize` | " + rangeSize + " |")
                .contains("| `rangeSizeMax` | " + rangeSizeMax + " |")
                .contains("| `deadline` | " + seconds + " s |");
    }

    /** The tests run from several folders, one for each line of Spring Boot. */
    static String page(String name) throws IOException {
        Path found = Stream.iterate(Path.of("").toAbsolutePath(), folder -> folder != null, Path::getParent)
                .map(folder -> folder.resolve("docs").resolve(name))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElseThrow();
        return Files.readString(found);
    }

    /** Remembers how many numbers it was asked for. */
    private static final class RecordingRanges implements RangeSource {
        private final InMemoryRanges ranges = new InMemoryRanges();
        private final List<Long> sizes = new CopyOnWriteArrayList<>();

        @Override
        public Range reserve(long size) {
            sizes.add(size);
            return ranges.reserve(size);
        }

        @Override
        public boolean giveBack(Range range, long lastIssued) {
            return ranges.giveBack(range, lastIssued);
        }

        @Override
        public long raise(long atLeast) {
            return ranges.raise(atLeast);
        }
    }
}
