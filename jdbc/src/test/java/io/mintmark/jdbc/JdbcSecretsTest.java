package io.mintmark.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.range.RangeSourceException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A password reaches no message, whatever the driver says. */
class JdbcSecretsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://app:swordfish@db/shop",
                "jdbc:postgresql://app:sword@swordfish@db:5432/shop?ssl=true",
                "jdbc:postgresql://:swordfish@db/shop",
                "jdbc:postgresql://db/shop?user=app&password=swordfish&ssl=true",
                "jdbc:postgresql://db/shop?sslPassword=swordfish",
                "jdbc:mariadb://app:sword%2Fswordfish@db/shop",
                "jdbc:mariadb://address=(host=db)(password=swordfish)/shop",
                "jdbc:sqlserver://db;user=app;Password={swordfish;swordfish};encrypt=true",
                "jdbc:sqlserver://db;PWD=swordfish",
                "jdbc:h2:tcp://db/shop;PASSWORD=swordfish",
                "jdbc:oracle:thin:app/swordfish@//db:1521/shop",
                "jdbc:x:y?accessToken=swordfish&clientSecret=swordfish",
            })
    void shouldHideWhatStandsWhereDriversLookForOne(String url) {
        assertThat(JdbcSecrets.isIn(url)).isTrue();
        assertThat(JdbcSecrets.hide("Unable to parse URL '" + url + "' (x)"))
                .doesNotContain("swordfish")
                .contains("***")
                .endsWith("(x)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://db:5432/shop",
                "jdbc:postgresql://db/shop?user=app@lan",
                "jdbc:mariadb://[::1]:3306/shop",
                "jdbc:sqlite:/srv/app/shop.db",
                "FATAL: password authentication failed for user \"app\"",
            })
    void shouldLeaveEverythingElseAlone(String text) {
        assertThat(JdbcSecrets.isIn(text)).isFalse();
        assertThat(JdbcSecrets.hide(text)).isEqualTo(text);
    }

    @Test
    void shouldHideAKnownPasswordWhereverItStands() {
        assertThat(JdbcSecrets.hide("login app swordfish failed", "swordfish")).isEqualTo("login app *** failed");
        assertThat(JdbcSecrets.hide("a bad day", "a")).doesNotContain("b").contains("left out");
        assertThat(JdbcSecrets.hide("nothing of it", "swordfish")).isEqualTo("nothing of it");
    }

    /** PostgreSQL's driver repeats a URL that it cannot read. */
    @Test
    void shouldNotPassOnWhatADriverRepeatsOfTheUrl() {
        Throwable told = catchThrowable(() -> JdbcRanges.over(
                        "jdbc:postgresql://app:swordfish@db:port/shop?password=swordfish", new Properties())
                .discover(List.of()));

        assertThat(told).isInstanceOf(RangeSourceException.class).hasMessageContaining("could not be looked at");
        assertThat(printed(told)).doesNotContain("swordfish");
    }

    @Test
    void shouldNotPassOnWhatAPoolRepeats() {
        SQLException repeated = new SQLException(
                "no connection to jdbc:postgresql://app:swordfish@db/shop?password=swordfish", "08001");

        assertThatThrownBy(() -> JdbcRanges.over(failing(repeated)).discover(List.of()))
                .isInstanceOf(RangeSourceException.class)
                .hasMessageContaining("no connection to jdbc:postgresql://app:***@db/shop")
                .hasMessageNotContaining("swordfish");
        assertThatThrownBy(() ->
                        JdbcRanges.over(failing(repeated)).counter("orders").build())
                .hasMessageContaining("08001")
                .hasMessageNotContaining("swordfish");
        assertThatThrownBy(() -> JdbcRanges.over(failing(repeated)).tableDefinition())
                .hasMessageNotContaining("swordfish");
    }

    /** A source as a pool is one whose database cannot be reached. */
    private static DataSource failing(SQLException failure) {
        return (DataSource) Proxy.newProxyInstance(
                JdbcSecretsTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (p, method, arguments) -> {
                    throw failure;
                });
    }

    private static String printed(Throwable told) {
        StringWriter text = new StringWriter();
        told.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
