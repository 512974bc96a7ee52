//! The page in a browser: what is started from it, and what it is told.
//!
//! The page has a canvas with the id `canvas`. What follows the `#` of its address is a link
//! (`link.rs`). For its own lines and for tests it can call `window.umbra_status()`, which returns
//! [`App::status`].

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use wasm_bindgen::prelude::*;
use wasm_bindgen::{JsCast, JsValue};

use crate::app::{App, set_fonts};
use crate::link::Link;

/// The app in a page.
struct Page {
    app: Rc<RefCell<App>>,
}

impl eframe::App for Page {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        // Nobody else holds it while a frame is drawn.
        if let Ok(mut app) = self.app.try_borrow_mut() {
            app.ui(ui);
            if let Some(link) = app.changed_link() {
                // A browser that refuses leaves the address as it was.
                let _ = follow(&link);
            }
        }
    }
}

/// Starts the app on the page's canvas. What fails is written into the page.
pub fn run() {
    wasm_bindgen_futures::spawn_local(async {
        if let Err(error) = start().await {
            let text = error.as_string().unwrap_or_else(|| format!("{error:?}"));
            report(&text);
        }
    });
}

async fn start() -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let document = window.document().ok_or("there is no document")?;
    let canvas = document.get_element_by_id("canvas").ok_or("there is no canvas")?;
    let canvas = canvas.dyn_into::<web_sys::HtmlCanvasElement>()?;
    let (link, complaints) = Link::parse(&window.location().hash()?);
    let mut app = App::new(&link).map_err(|error| error.to_string())?;
    complaints.into_iter().for_each(|complaint| app.complain(complaint));
    let app = Rc::new(RefCell::new(app));
    publish_status(&app)?;
    let page = Page { app };
    let runner = eframe::WebRunner::new();
    let options = eframe::WebOptions::default();
    runner
        .start(
            canvas,
            options,
            Box::new(|creation| {
                set_fonts(&creation.egui_ctx);
                Ok(Box::new(page))
            }),
        )
        .await?;
    // Another link in the address of an open page is another page.
    let reload = Closure::<dyn FnMut()>::new(move || {
        if let Some(window) = web_sys::window() {
            let _ = window.location().reload();
        }
    });
    window.set_onhashchange(Some(reload.as_ref().unchecked_ref()));
    reload.forget();
    if let Some(loading) = document.get_element_by_id("loading") {
        loading.remove();
    }
    Ok(())
}

/// Gives the page a function that says how things stand.
fn publish_status(app: &Rc<RefCell<App>>) -> Result<(), JsValue> {
    let app = Rc::clone(app);
    let status = Closure::<dyn Fn() -> String>::new(move || {
        app.try_borrow().map(|app| app.status()).unwrap_or_default()
    });
    let window = web_sys::window().ok_or("there is no window")?;
    js_sys::Reflect::set(&window, &"umbra_status".into(), status.as_ref())?;
    status.forget();
    Ok(())
}

/// Writes into the page what failed.
fn report(text: &str) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    if let Some(loading) = document.get_element_by_id("loading") {
        loading.set_text_content(Some(&format!("The testbed cannot start: {text}")));
    }
    // As the loader does, for tests.
    if let Some(body) = document.body() {
        let _ = body.set_attribute("data-failed", text);
    }
}

/// Makes the address of the page that of what is shown.
fn follow(link: &str) -> Result<(), JsValue> {
    let window = web_sys::window().ok_or("there is no window")?;
    let address = format!("#{link}");
    window.history()?.replace_state_with_url(&JsValue::NULL, "", Some(&address))
}

/// The address of the page without what follows the `#`.
pub(crate) fn page_address() -> Option<String> {
    let address = web_sys::window()?.location().href().ok()?;
    address.split('#').next().map(str::to_owned)
}

/// Has the browser let somebody choose a file, and hands it over when it has been read.
///
/// # Errors
/// When the browser has no such dialogue.
pub(crate) fn choose_file(
    take: impl Fn(PathBuf, Result<Vec<u8>, String>) + 'static,
) -> Result<(), JsValue> {
    let document = web_sys::window().and_then(|window| window.document());
    let document = document.ok_or("there is no document")?;
    let input = document.create_element("input")?.dyn_into::<web_sys::HtmlInputElement>()?;
    input.set_type("file");
    input.set_accept(".json,.bin");
    let (chooser, take) = (input.clone(), Rc::new(take));
    let changed = Closure::<dyn FnMut()>::new(move || {
        let Some(file) = chooser.files().and_then(|files| files.get(0)) else { return };
        let take = Rc::clone(&take);
        wasm_bindgen_futures::spawn_local(async move {
            let read = wasm_bindgen_futures::JsFuture::from(file.array_buffer()).await;
            let bytes = read.map(|buffer| js_sys::Uint8Array::new(&buffer).to_vec());
            take(file.name().into(), bytes.map_err(|error| format!("{error:?}")));
        });
    });
    input.set_onchange(Some(changed.as_ref().unchecked_ref()));
    changed.forget();
    input.click();
    Ok(())
}

/// Has the browser save a file.
pub(crate) fn download(name: &str, contents: &[u8]) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(contents));
    let blob = web_sys::Blob::new_with_u8_array_sequence(&parts)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let document = web_sys::window().and_then(|window| window.document());
    let document = document.ok_or("there is no document")?;
    let anchor = document.create_element("a")?.dyn_into::<web_sys::HtmlAnchorElement>()?;
    anchor.set_href(&url);
    anchor.set_download(name);
    anchor.click();
    web_sys::Url::revoke_object_url(&url)
}
