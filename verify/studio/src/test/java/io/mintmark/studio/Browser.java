package io.mintmark.studio;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Somebody with a browser before the Studio: one Chromium without a screen. */
final class Browser implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final URI server;
    private final ChromeDriver driver;

    private Browser(URI server, ChromeDriver driver) {
        this.server = server;
        this.driver = driver;
    }

    /** Opens a browser for the server there; a test that wants one is skipped where there is none. */
    static Browser at(URI server) {
        String chromium = found("chromium", "chromium-browser", "google-chrome");
        String chromedriver = found("chromedriver");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(chromium);
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.WARNING);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(new File(chromedriver))
                .build();
        Browser browser = new Browser(server, new ChromeDriver(service, options));
        browser.width(1100);
        return browser;
    }

    private static String found(String... names) {
        Optional<String> place = Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst();
        if (place.isEmpty()) {
            System.err.println("[skipped] the Studio in a browser: there is no " + names[0]
                    + " on this machine (Debian: apt-get install chromium chromium-driver)");
        }
        Assumptions.assumeTrue(place.isPresent(), "there is no " + names[0] + " on this machine");
        return place.orElseThrow();
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

    /** Goes to the page with this heading, whose address ends so. */
    Browser go(String address, String heading) {
        driver.get(server.resolve("/studio/#" + address).toString());
        return sees(heading);
    }

    /** Loads everything anew. */
    Browser reload() {
        driver.navigate().refresh();
        return this;
    }

    /** Waits for a heading. */
    Browser sees(String heading) {
        WebElement ignored = await(By.xpath("//main//h1[normalize-space()='" + heading + "']"));
        return this;
    }

    /** Waits for what is there. */
    WebElement await(By what) {
        return new WebDriverWait(driver, PATIENCE)
                .until(shown -> shown.findElements(what).stream()
                        .filter(WebElement::isDisplayed)
                        .findFirst()
                        .orElse(null));
    }

    /** Waits for a text somewhere in the page. */
    Browser awaitText(String text) {
        boolean ignored = new WebDriverWait(driver, PATIENCE)
                .until(shown -> shown.findElement(By.tagName("main")).getText().contains(text));
        return this;
    }

    /** Waits until the page tells of something that it did. */
    Browser hears(String news) {
        boolean ignored = new WebDriverWait(driver, PATIENCE)
                .until(shown -> shown.findElement(By.id("news")).getText().contains(news));
        return this;
    }

    /** Presses the first button of that name. */
    Browser press(String name) {
        await(By.xpath("//main//button[normalize-space()='" + name + "']")).click();
        return this;
    }

    /** Follows a link of the header. */
    Browser follow(String name) {
        await(By.xpath("//header//*[self::a or self::button][normalize-space()='" + name + "']"))
                .click();
        return this;
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

    /** Returns what is shown. */
    String text() {
        return driver.findElement(By.tagName("main")).getText();
    }

    /** Returns how many pixels the page needs beyond its width. */
    long tooWide() {
        return (Long) driver.executeScript(
                "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    }

    /** Returns what a script in the page comes to. */
    Object run(String script) {
        return driver.executeScript(script);
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

    /** Returns what the browser complained of since it was asked last. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
