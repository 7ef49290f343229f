package shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The example prints what its page says, and its second run goes on where the first one ended. */
final class ShopApplicationTest {
    private static final String DATABASE = "--spring.datasource.url=jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1";

    @Test
    void shouldNameOrdersAndInvoicesAndGoOnInTheNextRun() {
        assertThat(run())
                .containsExactly(
                        "order 1 of Ada: invoices/1-A",
                        "order 2 of Grace: invoices/2-A",
                        "order 3 of Barbara: invoices/3-A",
                        "order 4 was drawn by hand, from the same range");
        assertThat(run()).startsWith("order 5 of Ada: invoices/4-A");
    }

    private static String[] run() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream usual = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            ShopApplication.main(new String[] {DATABASE});
        } finally {
            System.setOut(usual);
        }
        return printed.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("order "))
                .toArray(String[]::new);
    }
}
