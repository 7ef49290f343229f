package io.mintmark.storage.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many databases files and heap allow. */
class OpenPlacesTest {
    @ParameterizedTest
    @CsvSource({
        "1024, 6144, 19",
        "256, 6144, 4",
        "524288, 512, 64",
        "524288, 256, 32",
        "524288, 65536, 1000",
        "4096, 6144, 92"
    })
    void shouldOpenWhatFilesAndHeapAllow(long files, long heapMebibytes, int places) {
        assertThat(OpenPlaces.within(files, heapMebibytes << 20)).isEqualTo(places);
    }

    @ParameterizedTest
    @CsvSource({"1024", "4096", "65536"})
    void shouldLeaveHalfOfTheFilesToConnections(long files) {
        int places = OpenPlaces.within(files, Long.MAX_VALUE);

        assertThat(places * 21L + 100).isLessThanOrEqualTo(files / 2);
    }
}
