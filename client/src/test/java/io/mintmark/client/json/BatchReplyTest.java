package io.mintmark.client.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of a batch are read without a tree, and a reply that is none is not read by half. */
class BatchReplyTest {
    @Test
    void shouldReadEachResult() throws IOException {
        String body =
                "{\"Other\":[{}],\"Results\":[{\"@id\":\"a\",\"More\":[{\"@id\":\"b\"}]},{\"@change-vector\":\"A:1\"}]}";

        assertThat(BatchReply.read(body.getBytes(UTF_8)))
                .extracting(BatchReply.Result::id, BatchReply.Result::changeVector)
                .containsExactly(tuple("a", ""), tuple("", "A:1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"Results\":{}}", "{\"Results\":[{\"@id\":\"a\"},1,{\"@id\":\"b\"}]}", "{\"Results\":[{}"
            })
    void shouldRefuseWhatIsNoReply(String body) {
        assertThatThrownBy(() -> BatchReply.read(body.getBytes(UTF_8))).isInstanceOf(IOException.class);
    }
}
