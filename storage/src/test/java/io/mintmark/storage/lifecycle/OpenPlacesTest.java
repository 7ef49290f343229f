package io.mintmark.storage.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many databases files, heap and processors allow. */
class OpenPlacesTest {
    @ParameterizedTest
    @CsvSource({
        "1024, 6144, 1, 19",
        "1024, 6144, 2, 19",
        "256, 6144, 2, 4",
        "524288, 512, 2, 64",
        "524288, 256, 2, 32",
        "524288, 65536, 2, 1000",
        "4096, 6144, 2, 92",
        "4096, 6144, 16, 39"
    })
    void shouldOpenWhatFilesAndHeapAllow(long files, long heapMebibytes, int processors, int places) {
        assertThat(OpenPlaces.within(files, heapMebibytes << 20, processors)).isEqualTo(places);
    }

    @ParameterizedTest
    @CsvSource({"1024, 2, 21", "4096, 2, 21", "65536, 2, 21", "65536, 64, 145"})
    void shouldLeaveHalfOfTheFilesToConnections(long files, int processors, long filesEach) {
        int places = OpenPlaces.within(files, Long.MAX_VALUE, processors);

        assertThat(places * filesEach + 100).isLessThanOrEqualTo(files / 2);
    }
}
