package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.Wait;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Somebody with a browser before the Studio: one Chromium without a screen. */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LOOKS_EVERY = Duration.ofMillis(50);
    /** More than any page here has. */
    private static final int TABS_MAX = 60;
    /** For what takes long because there is so much of it. */
    private static final Duration LONG_PATIENCE = Duration.ofMinutes(15);

    private final URI server;
    private final ChromeDriver driver;
    private int clicks;

    private Browser(URI server, ChromeDriver driver) {
        this.server = server;
        this.driver = driver;
    }

    /** Opens a browser for the server there; a test that wants one is skipped where there is none. */
    static Browser at(URI server) {
        return new Browser(server, Chromium.take()).width(1100);
    }

    /** Makes the page as wide as a window cannot be made. */
    Browser width(int pixels) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", pixels, "height", 900, "deviceScaleFactor", 1, "mobile", false));
        return this;
    }

    /** Shows pages as people see them who prefer dark ones. */
    Browser dark() {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
        return this;
    }

    /** Shows pages as they are unless somebody prefers dark ones. */
    Browser light() {
        driver.executeCdpCommand("Emulation.setEmulatedMedia", Map.of("features", List.of()));
        return this;
    }

    /** Goes to the page with this heading, whose address ends so. */
    Browser go(String address, String heading) {
        driver.get(server.resolve("/studio/#" + address).toString());
        return sees(heading);
    }

    /** Goes to the page with this heading of another server, as somebody types its address. */
    Browser visit(URI other, String address, String heading) {
        driver.get(other.resolve("/studio/#" + address).toString());
        return sees(heading);
    }

    /** Loads everything anew. */
    Browser reload() {
        driver.navigate().refresh();
        return this;
    }

    /** Waits for a heading. */
    Browser sees(String heading) {
        String script = "return [...document.querySelectorAll('main h1')]"
                + ".some(h => h.textContent.trim().replace(/\\s+/g, ' ') === arguments[0])";
        boolean ignored = waiting().until(shown -> Boolean.TRUE.equals(driver.executeScript(script, heading)));
        return this;
    }

    private Wait<WebDriver> waiting() {
        return new WebDriverWait(driver, PATIENCE).pollingEvery(LOOKS_EVERY);
    }

    /** Waits for what is there. */
    WebElement await(By what) {
        return waiting()
                .until(shown -> shown.findElements(what).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null));
    }

    /** Waits for a text somewhere in the page. */
    Browser awaitText(String text) {
        boolean ignored = waiting()
                .until(shown -> shown.findElement(By.tagName("main")).getText().contains(text));
        return this;
    }

    /** Waits until the page tells of something that it did. */
    Browser hears(String news) {
        boolean ignored = waiting()
                .until(shown -> shown.findElement(By.id("news")).getText().contains(news));
        return this;
    }

    /** Presses the first button of that name. */
    Browser press(String name) {
        return click(By.xpath("//main//button[normalize-space()='" + name + "']"));
    }

    /** Follows the first link of that name in the page. */
    Browser choose(String name) {
        return click(By.xpath("//main//a[normalize-space()='" + name + "']"));
    }

    /** Clicks on what is there. */
    Browser click(By what) {
        await(what).click();
        clicks++;
        return this;
    }

    /** Returns how often somebody clicked so far. */
    int clicks() {
        return clicks;
    }

    /** Follows a link of the header. */
    Browser follow(String name) {
        return click(By.xpath("//header//*[self::a or self::button][normalize-space()='" + name + "']"));
    }

    /** Types into the field of that label, in the place of what is there. */
    Browser type(String label, String text) {
        WebElement field = await(By.xpath("//main//label[starts-with(normalize-space(),'" + label
                + "')]/*[self::input or self::textarea or self::select]"));
        if (!field.getTagName().equals("select")) {
            field.clear();
        }
        field.sendKeys(text);
        return this;
    }

    /** Types on whatever has the focus. */
    Browser keys(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
        return this;
    }

    /** Goes on by the Tab key until the focus is at what has that text, or that label. */
    Browser tabTo(String text) {
        String isThere = "(document.activeElement.labels?.[0] ?? document.activeElement).textContent.trim()";
        for (int i = 0; i < TABS_MAX && !textOf(isThere).equals(text); i++) {
            Browser ignored = keys(Keys.TAB);
        }
        assertThat(textOf(isThere)).as("where the focus is").isEqualTo(text);
        return this;
    }

    /** Returns what is shown. */
    String text() {
        return driver.findElement(By.tagName("main")).getText();
    }

    /** Returns a picture of what the window shows. */
    byte[] picture() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    /** Waits until a script in the page comes to true. */
    Browser awaitScript(String script) {
        boolean ignored = waiting().until(shown -> Boolean.TRUE.equals(driver.executeScript("return " + script)));
        return this;
    }

    /** Scrolls down until a script in the page comes to true. */
    Browser scrollUntil(String script) {
        driver.manage().timeouts().scriptTimeout(LONG_PATIENCE);
        @Nullable Object ignored = driver.executeAsyncScript("const done = arguments[0]; const further = () => {"
                + " scrollTo(0, document.body.scrollHeight); if (" + script
                + ") done(); else setTimeout(further, 20); };"
                + " further();");
        return this;
    }

    /** Returns how many pixels the page needs beyond its width. */
    long tooWide() {
        return count("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    }

    /** Runs a script in the page. */
    void run(String script) {
        @Nullable Object ignored = driver.executeScript(script);
    }

    /** Returns the number that an expression in the page comes to. */
    long count(String expression) {
        return (Long) Objects.requireNonNull(driver.executeScript("return " + expression));
    }

    /** Returns the text that an expression in the page comes to. */
    String textOf(String expression) {
        return (String) Objects.requireNonNull(driver.executeScript("return " + expression));
    }

    /** Returns the only element of a kind below another one. */
    static WebElement in(WebElement above, String selector) {
        return above.findElement(By.cssSelector(selector));
    }

    /** Holds that nobody is kept out, as far as axe can tell. */
    Browser isOpenToAll() {
        Results found = new AxeBuilder().analyze(driver);
        assertThat(found.getViolations()).as("what axe finds").isEmpty();
        return this;
    }

    /** Holds that everybody can read the colours; what else axe finds is the same in dark and light. */
    Browser isLegible() {
        Results found =
                new AxeBuilder().withOnlyRules(List.of("color-contrast")).analyze(driver);
        assertThat(found.getViolations()).as("what axe finds").isEmpty();
        return this;
    }

    /** Returns what the browser complained of since it was asked last. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        Chromium.putBack(driver);
    }
}
