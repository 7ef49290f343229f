package io.mintmark.studio;

import java.util.List;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The page that creates a document by each of the six ways, as somebody clicks through it. */
final class Ways {
    static final List<String> ALL = List.of("Semantic", "GUID", "Server-side", "Identity", "HiLo", "Artificial");

    private Ways() {}

    /** Returns the card of a way. */
    static WebElement card(Browser browser, String name) {
        return browser.await(By.xpath("//article[h2[normalize-space()='" + name + "']]"));
    }

    /** Creates a document by a way; returns its id. */
    static String create(Browser browser, String name) {
        String card = "//article[h2[normalize-space()='" + name + "']]";
        return browser.click(By.xpath(card + "//button"))
                .await(By.xpath(card + "//a"))
                .getText();
    }

    /** Creates one by each way; returns their ids. */
    static List<String> createAll(Browser browser) {
        return ALL.stream().map(name -> create(browser, name)).toList();
    }
}
