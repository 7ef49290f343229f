package io.mintmark.server.storage.postgresql;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Prints rates when asked to: {@code -Dmintmark.rates=print}. */
@EnabledIfSystemProperty(named = "mintmark.rates", matches = "print")
class WriteRatesTest {
    @Test
    void shouldPrintRates() throws InterruptedException {
        WriteRates.print();
    }
}
