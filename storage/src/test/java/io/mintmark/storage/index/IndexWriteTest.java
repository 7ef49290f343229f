package io.mintmark.storage.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a commit of an index is made of. */
final class IndexWriteTest {
    @Test
    void shouldBringNoErrorsThatItWouldPushOutItself() {
        List<IndexError> errors = IntStream.range(0, 8_192)
                .mapToObj(i -> IndexError.ofMap("d/" + i, "no number"))
                .toList();

        IndexWrite write = new IndexWrite(IndexProgress.NONE.reaching(null), Map.of(), List.of(), errors);

        assertThat(write.errors().size()).isEqualTo(500);
        assertThat(write.errors()).isEqualTo(errors.subList(7_692, 8_192));
    }
}
