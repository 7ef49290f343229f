package apps.sliced.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import apps.sliced.SlicedApplication.Visit;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.json.JsonTest;
import org.springframework.boot.test.json.JacksonTester;

/** A test of JSON writes ids as the application does, and needs no database for that. */
@JsonTest(properties = "mintmark.json.ids=strings")
final class JsonSliceTest {

    @Autowired
    @SuppressWarnings("NullAway.Init")
    private JacksonTester<Visit> json;

    @Test
    void shouldWriteIdsAsTheApplication() throws IOException {
        Visit visit = new Visit(9_007_199_254_740_993L, "/home");

        assertThat(json.write(visit).getJson()).contains("\"id\":\"9007199254740993\"");
        assertThat(json.parseObject("{\"id\":\"9007199254740993\",\"page\":\"/home\"}"))
                .isEqualTo(visit);
    }
}
