package io.mintmark.server.ravendb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The twin of each replay: replies that are not what a client expects are found. */
final class JsonShapeTest {
    @Test
    void shouldTakeMembersThatNobodyAskedFor() throws IOException {
        check("{'a':[1,{'b':'~x+'}]}", "{'z':0,'a':[1,{'b':'xx','c':null}]}");
        check("{'$first':'a','$only':['a','b']}", "{'a':1,'b':2}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
                    {'a':1}                ; {}
                    {'a':1}                ; {'a':'1'}
                    {'a':null}             ; {}
                    {'a':[]}               ; {'a':[1]}
                    {'a':[]}               ; {}
                    {'a':{}}               ; {'a':null}
                    {'a':'~x+'}            ; {'a':'xy'}
                    {'$first':'a'}         ; {'b':1,'a':2}
                    {'$only':['a']}        ; {'a':1,'b':2}
                    """)
    void shouldFindWhatIsNotAsExpected(String expected, String actual) {
        assertThatThrownBy(() -> check(expected, actual)).isInstanceOf(AssertionError.class);
    }

    private static void check(String expected, String actual) throws IOException {
        ObjectMapper json = new ObjectMapper();
        JsonShape.check(
                json.readTree(expected.replace('\'', '"')), json.readTree(actual.replace('\'', '"')), "the reply");
    }
}
