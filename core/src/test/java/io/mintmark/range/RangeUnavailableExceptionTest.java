package io.mintmark.range;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RangeUnavailableExceptionTest {

    @Test
    void shouldTellInAnotherProcessHowLongTheCallerWaited() throws IOException, ClassNotFoundException {
        RangeUnavailableException late =
                new RangeUnavailableException("orders", Duration.ofSeconds(10), "its source did not answer", null);

        RangeUnavailableException read = readBack(late);

        assertThat(read.waited()).isEqualTo(Duration.ofSeconds(10));
        assertThat(read.counter()).isEqualTo("orders");
        assertThat(read).hasMessage(late.getMessage());
    }

    private static RangeUnavailableException readBack(RangeUnavailableException sent)
            throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(sent);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (RangeUnavailableException) in.readObject();
        }
    }
}
